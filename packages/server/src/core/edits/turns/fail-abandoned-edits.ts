import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { failEdit } from './fail-edit.ts'
import type { EditTurn } from './hold-turn.ts'

const message =
  'The job was given up: each worker that took it ended before it was done. Send it a message to try again; if it fails again, tell the operator.'

/** As with exports: the engine gives up a workflow that took too many workers down with it, and tells nobody. */
export async function failAbandonedEdits(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<EditTurn>`
    select edit.id as "editId", edit.turn from dbos.workflow_status as workflow
    join edit on workflow.workflow_uuid = edit.id || ':t' || edit.turn
    where workflow.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and edit.status = 'active'`.execute(
    db,
  )
  for (const turn of rows) await failEdit(db, turn, { code: 'internal_error', message })
  return rows.map(({ editId }) => editId)
}
