import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { makeId } from '../../make-id.ts'
import { toColumns } from '../agent-job-state.ts'
import type { AgentJobState } from '../move-agent-job.ts'
import { redactSecrets } from '../redact-secrets.ts'
import { instructionPosition, writeEvents } from '../turns/write-events.ts'

export interface NewAgentJob {
  project: { id: string; organization_id: string; repository: string; branch: string }
  /** Null: the project's branch. */
  ref: string | null
  model: string
  prompt: string
  /** As the audit log names who acts. */
  startedBy?: string
}

/** The row and the first words of its transcript. */
export async function insertAgentJob(
  trx: Transaction<Tables>,
  { project, ref, model, startedBy, ...given }: NewAgentJob,
  state: AgentJobState = { status: 'active', prLink: null },
): Promise<string> {
  const id = makeId('agentJob')
  const prompt = redactSecrets(given.prompt)
  await trx
    .insertInto('agent_job')
    .values({
      id,
      organization_id: project.organization_id,
      project_id: project.id,
      repository: project.repository,
      ref: ref ?? project.branch,
      model,
      prompt,
      started_by: startedBy ?? null,
      ...toColumns(state),
    })
    .execute()
  await writeEvents(trx, { agentJobId: id, turn: 1 }, [
    { n: instructionPosition, kind: 'instruction', body: { text: prompt } },
  ])
  return id
}
