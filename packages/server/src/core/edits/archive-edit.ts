import type { AgentJob } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { readState, toColumns } from './edit-state.ts'
import { type EditRequest, holdEdit, readJob } from './find-edit.ts'
import { type EditMove, moveEdit } from './move-edit.ts'

type ArchiveRequest = EditRequest & { actor: Actor }

export function archiveEdit(db: Kysely<Tables>, request: ArchiveRequest): Promise<AgentJob> {
  return putAway(db, request, { move: 'archive', at: new Date() })
}

/** The edit is again what it was before. */
export function unarchiveEdit(db: Kysely<Tables>, request: ArchiveRequest): Promise<AgentJob> {
  return putAway(db, request, { move: 'unarchive' })
}

async function putAway(
  db: Kysely<Tables>,
  request: ArchiveRequest,
  by: Extract<EditMove, { move: 'archive' | 'unarchive' }>,
): Promise<AgentJob> {
  const { caller, editId, actor } = request
  return db.transaction().execute(async (trx) => {
    const held = await holdEdit(trx, request)
    const columns = toColumns(moveEdit(readState(held), by))
    await trx.updateTable('edit').set(columns).where('id', '=', editId).execute()
    const { organization_id: organizationId } = caller
    await recordAudit(trx, actor, { organizationId, action: `agent-job.${by.move}`, target: editId })
    return readJob(trx, editId)
  })
}
