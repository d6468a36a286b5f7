import { askService } from './ask-service.ts'
import type { Followed } from './config.ts'
import { HostError } from './host-error.ts'

interface Job {
  jobId: string
  version: string | null
}

// With a label, exports without it stand in between: so many pages of a hundred jobs are looked through.
const mostPages = 10

/** The newest export of the domain that has completed; with a version, the newest that bears it. */
export async function findNewest(follow: Followed, version: string | undefined, signal: AbortSignal): Promise<string> {
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages++) {
    const { jobs, nextCursor } = readPage(await askService(follow, { path: pathOf(follow, version, cursor) }, signal))
    const newest = jobs.find((job) => version === undefined || job.version === version)
    if (newest) return newest.jobId
    cursor = nextCursor
    if (cursor === null) break
  }
  const label = version === undefined ? '' : ` with the version "${version}"`
  const message = `${follow.url} has no completed export of ${follow.domain}${label} yet. Start one.`
  throw new HostError('export_unavailable', message)
}

function pathOf({ domain }: Followed, version: string | undefined, cursor: string | null): string {
  const limit = version === undefined ? '1' : '100'
  const query = new URLSearchParams({ domain, status: 'completed', limit, ...(cursor === null ? {} : { cursor }) })
  return `v1/static-export/jobs?${query}`
}

function readPage(answer: unknown): { jobs: Job[]; nextCursor: string | null } {
  const { jobs, nextCursor } = Object(answer)
  // An id becomes part of a path.
  const isRight = Array.isArray(jobs) && jobs.every((job) => /^se_[0-9a-f]{16}$/.test(Object(job).jobId))
  if (isRight) return { jobs, nextCursor: typeof nextCursor === 'string' ? nextCursor : null }
  throw new HostError('service_unreachable', 'The service’s list of exports cannot be read. Is it a Bindery service?')
}
