import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Returns true while an export, or a turn of an agent job, is queued or running. */
export async function isJobOpen(db: Kysely<Tables>, workflow: string): Promise<boolean> {
  const [job = '', turn] = workflow.split(':t')
  const { rows } = await sql`
    select from export where id = ${job} and status in ('queued', 'running')
    union all
    select from agent_job where id = ${job} and turn = ${Number(turn ?? 0)} and status = 'active'`.execute(db)
  return rows.length > 0
}
