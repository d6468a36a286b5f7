import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/**
 * Workflows that the engine would still run for exports that were cancelled: the API ended before it could tell the
 * engine, or a parent started one more chunk while its chunks were being listed.
 */
export async function listCancelledWork(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with cancelled as (
      select id from export where error_code = 'cancelled' and ended_at > now() - interval '1 day'
    )
    select workflow_uuid as id from dbos.workflow_status join cancelled on cancelled.id = workflow_uuid
    where status in ('PENDING', 'ENQUEUED')
    union all
    select workflow_uuid from dbos.workflow_status join cancelled on cancelled.id = parent_workflow_id
    where status in ('PENDING', 'ENQUEUED')`.execute(db)
  return rows.map(({ id }) => id)
}
