import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** At most this many at a time, so that no delete is a long one; the next hour takes the rest. */
const batch = 10_000

/** What was done more than two years ago. */
export async function forgetOldAudit(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with old as (select id from audit where at < now() - interval '2 years' order by at limit ${batch}),
    gone as (delete from audit using old where audit.id = old.id returning 1)
    select count(*)::int as forgotten from gone`.execute(db)
  return rows[0]?.forgotten ?? 0
}
