import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { makeId } from '../make-id.ts'
import { readProject } from '../projects/read-project.ts'
import type { EditState } from './move-edit.ts'

interface EditRequest {
  projectId: string
  ref: string | null
  model: string
  prompt: string
  state: EditState
}

export async function createEdit(db: Kysely<Tables>, request: EditRequest, actor: Actor): Promise<{ id: string }> {
  const id = makeId('edit')
  await db.transaction().execute(async (trx) => {
    const project = await readProject(trx, request.projectId)
    await trx
      .insertInto('edit')
      .values({
        id,
        organization_id: project.organization_id,
        project_id: project.id,
        repository: project.repository,
        ref: request.ref ?? project.branch,
        model: request.model,
        prompt: request.prompt,
        ...toColumns(request.state),
      })
      .execute()
    await recordAudit(trx, actor, {
      organizationId: project.organization_id,
      action: 'agent-job.create',
      target: id,
    })
  })
  return { id }
}

function toColumns(state: EditState) {
  const ended = state.status === 'archived' ? state.before : state
  return {
    status: state.status,
    pr_link: ended.prLink,
    error_code: ended.status === 'failed' ? ended.errorCode : null,
    error: ended.status === 'failed' ? ended.error : null,
    archived_at: state.status === 'archived' ? state.archivedAt : null,
    archived_from: state.status === 'archived' ? state.before.status : null,
  }
}
