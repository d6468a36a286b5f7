import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export const attempts = 'sign-in attempts'
/** Quota rows that mark attempts as used up, so that the audit log states it once. */
export const blocks = 'sign-in blocks'

/** Nothing here is believed past its time, so it is enough to sweep when somebody signs in. */
export async function sweepExpired(db: Kysely<Tables>): Promise<void> {
  for (const table of ['session', 'invitation', 'device'] as const) {
    await db.deleteFrom(table).where('expires_at', '<', sql<Date>`now()`).execute()
  }
  await db
    .deleteFrom('quota')
    .where('name', 'in', [attempts, blocks])
    .where('hour', '<', sql<Date>`now() - interval '2 hours'`)
    .execute()
}
