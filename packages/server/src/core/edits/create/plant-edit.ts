import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { readProject } from '../../access/read-project.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import type { EditState } from '../move-edit.ts'
import { insertEdit, type NewEdit } from './insert-edit.ts'

interface PlantRequest extends Omit<NewEdit, 'project'> {
  projectId: string
  state: EditState
}

/** For development: an edit in any state, on which no agent works. */
export async function plantEdit(
  db: Kysely<Tables>,
  { projectId, state, ...given }: PlantRequest,
  actor: Actor,
): Promise<{ id: string }> {
  return db.transaction().execute(async (trx) => {
    const project = await readProject(trx, projectId)
    const id = await insertEdit(trx, { project, ...given }, state)
    const { organization_id: organizationId } = project
    await recordAudit(trx, actor, { organizationId, action: 'agent-job.plant', target: id })
    return { id }
  })
}
