import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** Workflows that the engine would still run for edits that were cancelled: the API ended before it could tell it. */
export async function listCancelledEditWork(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select workflow_uuid as id from edit
    join dbos.workflow_status on workflow_uuid = edit.id || ':t' || edit.turn
    where edit.error_code = 'cancelled' and edit.ended_at > now() - interval '1 day'
      and dbos.workflow_status.status in ('PENDING', 'ENQUEUED')`.execute(db)
  return rows.map(({ id }) => id)
}
