import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Deletes step rows that are older than `days`, and returns their number. No job runs that long. */
export async function forgetOldSteps(db: Kysely<Tables>, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job_step where started_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
