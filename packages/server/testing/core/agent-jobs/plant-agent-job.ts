import type { Kysely } from 'kysely'
import { readProject } from '../../../src/core/access/read-project.ts'
import { operatorScope } from '../../../src/core/access/scope.ts'
import { insertAgentJob, type NewAgentJob } from '../../../src/core/agent-jobs/create/insert-agent-job.ts'
import type { AgentJobState } from '../../../src/core/agent-jobs/move-agent-job.ts'
import { type Actor, recordAudit } from '../../../src/core/audit/record-audit.ts'
import type { Tables } from '../../../src/db/tables.ts'

interface PlantRequest extends Omit<NewAgentJob, 'project'> {
  projectId: string
  state: AgentJobState
}

/** For development: an agent job in any state, on which no agent works. */
export async function plantAgentJob(
  db: Kysely<Tables>,
  { projectId, state, ...given }: PlantRequest,
  actor: Actor,
): Promise<{ id: string }> {
  return db.transaction().execute(async (trx) => {
    const project = await readProject(trx, operatorScope, projectId)
    const id = await insertAgentJob(trx, { project, ...given }, state)
    const { organization_id: organizationId } = project
    await recordAudit(trx, actor, { organizationId, action: 'agent-job.plant', target: id })
    return { id }
  })
}
