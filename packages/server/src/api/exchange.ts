import type { KeyRow } from '../db/statements/key-row.ts'
import type { ReceivedRequest } from '../http/pipeline.ts'
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
  /** JSON as text, or the bytes of a file; null for an answer without a body. */
  body: string | Uint8Array | null
  headers?: Record<string, string>
  contentType?: string
}
