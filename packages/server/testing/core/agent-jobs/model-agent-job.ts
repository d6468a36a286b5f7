import type { ErrorCode } from '@bindery/contract'
import type { AgentJobMove } from '../../../src/core/agent-jobs/move-agent-job.ts'

/** Model of the states of an agent job that a client can see, for comparison with the real one in tests. */
export interface ModelAgentJob {
  status: 'active' | 'completed' | 'failed' | 'archived'
  /** What it was before it was archived. */
  before: 'completed' | 'failed' | null
  prLink: string | null
  errorCode: string | null
}

export type MoveName = AgentJobMove['move']

const refusals: Record<ModelAgentJob['status'], Partial<Record<MoveName, ErrorCode>>> = {
  active: { message: 'agent_job_active', archive: 'agent_job_active', unarchive: 'agent_job_not_archived' },
  completed: { complete: 'agent_job_ended', fail: 'agent_job_ended', unarchive: 'agent_job_not_archived' },
  failed: { complete: 'agent_job_ended', fail: 'agent_job_ended', unarchive: 'agent_job_not_archived' },
  archived: {
    complete: 'agent_job_archived',
    fail: 'agent_job_archived',
    message: 'agent_job_archived',
    archive: 'agent_job_archived',
  },
}

export const newModel = (): ModelAgentJob => ({ status: 'active', before: null, prLink: null, errorCode: null })

/** Changes the model, or says by which code the move is refused. */
export function moveModel(model: ModelAgentJob, by: AgentJobMove): ErrorCode | undefined {
  const refusal = refusals[model.status][by.move]
  if (refusal) return refusal
  if (by.move === 'complete') Object.assign(model, { status: 'completed', prLink: by.prLink ?? model.prLink })
  if (by.move === 'fail') Object.assign(model, { status: 'failed', errorCode: by.errorCode })
  if (by.move === 'message') Object.assign(model, { status: 'active', errorCode: null })
  if (by.move === 'archive') Object.assign(model, { status: 'archived', before: model.status })
  if (by.move === 'unarchive') Object.assign(model, { status: model.before, before: null })
  return undefined
}
