import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** Workflows that the engine would still run for agent jobs that were cancelled: the API ended before it could tell it. */
export async function listCancelledAgentJobWork(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select workflow_uuid as id from agent_job
    join dbos.workflow_status on workflow_uuid = agent_job.id || ':t' || agent_job.turn
    where agent_job.error_code = 'cancelled' and agent_job.ended_at > now() - interval '1 day'
      and dbos.workflow_status.status in ('PENDING', 'ENQUEUED')`.execute(db)
  return rows.map(({ id }) => id)
}
