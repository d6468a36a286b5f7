import type { KeyRow } from '../db/statements/key-row.ts'
import type { ReceivedRequest } from '../http/pipeline.ts'
import type { Occupant } from '../http/place-limiter.ts'
import type { Rate } from '../http/rate-limiter.ts'

/** One request and what is learned about it on its way through the checks. */
export interface Exchange extends ReceivedRequest {
  /** Whose key it is; that of a host belongs to no organization. */
  caller: (Pick<KeyRow, 'key_id'> & Partial<Pick<KeyRow, 'organization_id'>>) | undefined
  /** What the RateLimit headers say. */
  rate: Rate
  ratePolicy: 'requests' | 'failures'
}

export interface Reply {
  status: number
  /** JSON as text, or a stream of bytes; null for an answer without a body. */
  body: string | ReadableStream | null
  headers?: Record<string, string>
  contentType?: string
}

/** Whose places a download takes. */
export function occupantOf({ address }: Exchange, { key_id, organization_id }: KeyRow): Occupant {
  return { who: 'API key', id: key_id, organizationId: organization_id, address }
}
