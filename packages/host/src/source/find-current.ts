import { NotFoundError } from '@bindery/client'
import type { Followed } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'
import { askService } from './ask-service.ts'

/** What a service says is current of a domain. */
export interface Current {
  /** Null while nothing is published. */
  jobId: string | null
  /** Names this state to the service; undefined from something in between that takes it away. */
  etag: string | undefined
}

interface Known {
  etag: string
  /** How long the service may hold the request while nothing changes. */
  waitSeconds: number
}

/**
 * The current export of the domain; `unchanged` while the known state is still current; `unsupported` where the
 * service no longer has the domain.
 */
export async function findCurrent(
  follow: Followed,
  signal: AbortSignal,
  known?: Known,
): Promise<Current | 'unchanged' | 'unsupported'> {
  return askService(follow, signal, async ({ domains }, limit) => {
    try {
      const { current, etag } = await domains.pollCurrent(follow.domain, { ...known, signal: limit })
      if (current === undefined) return 'unchanged'
      return known !== undefined && etag === known.etag ? 'unchanged' : { jobId: readJobId(current), etag }
    } catch (error) {
      if (error instanceof NotFoundError) return 'unsupported'
      throw error
    }
  })
}

function readJobId(current: unknown): string | null {
  const { jobId } = Object(current)
  if (jobId === null || typeof jobId === 'string') return jobId
  throw new HostError('service_unreachable', 'The service’s current export cannot be read. Is it a Bindery service?')
}
