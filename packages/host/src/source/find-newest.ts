import type { ExportJobPage } from '@bindery/client'
import type { Followed } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'
import { askService } from './ask-service.ts'

type Page = Pick<ExportJobPage, 'jobs' | 'nextCursor'>

// With a label, exports without it stand in between: so many pages of a hundred jobs are looked through.
const mostPages = 10

/** The newest export of the domain that has completed; with a version, the newest that bears it. */
export async function findNewest(follow: Followed, version: string | undefined, signal: AbortSignal): Promise<string> {
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages++) {
    const { jobs, nextCursor } = await readPage(follow, version, cursor, signal)
    const newest = jobs.find((job) => version === undefined || job.version === version)
    if (newest) return newest.jobId
    cursor = nextCursor
    if (cursor === null) break
  }
  const label = version === undefined ? '' : ` with the version "${version}"`
  const message = `${follow.url} has no completed export of ${follow.domain}${label} yet. Start one.`
  throw new HostError('export_unavailable', message)
}

async function readPage(
  follow: Followed,
  version: string | undefined,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page> {
  const query = {
    domain: follow.domain,
    status: 'completed' as const,
    limit: version === undefined ? 1 : 100,
    ...(cursor !== null && { cursor }),
  }
  const page = await askService(follow, signal, ({ exports }, limit) => exports.list(query, { signal: limit }))
  const { jobs, nextCursor } = Object(page) as Page
  if (Array.isArray(jobs)) return { jobs, nextCursor: typeof nextCursor === 'string' ? nextCursor : null }
  throw new HostError('service_unreachable', 'The service’s list of exports cannot be read. Is it a Bindery service?')
}
