import type { Kysely } from 'kysely'
import { readProject } from '../../../src/core/access/read-project.ts'
import { operatorScope } from '../../../src/core/access/scope.ts'
import { type Actor, recordAudit } from '../../../src/core/audit/record-audit.ts'
import { insertEdit, type NewEdit } from '../../../src/core/edits/create/insert-edit.ts'
import type { EditState } from '../../../src/core/edits/move-edit.ts'
import type { Tables } from '../../../src/db/tables.ts'

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
    const project = await readProject(trx, operatorScope, projectId)
    const id = await insertEdit(trx, { project, ...given }, state)
    const { organization_id: organizationId } = project
    await recordAudit(trx, actor, { organizationId, action: 'agent-job.plant', target: id })
    return { id }
  })
}
