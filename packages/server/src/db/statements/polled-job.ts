import type { KeyRow } from './key-row.ts'

/** Key, organization and job in one round trip: all that a poll costs the database. */
export interface PolledJob {
  key: KeyRow
  /** Null when the key may not see the job, or there is none. */
  revision: number | null
  ended: boolean | null
  /** The answer as it is sent; null when the caller knows this revision already, so that nobody makes it. */
  body: string | null
}
