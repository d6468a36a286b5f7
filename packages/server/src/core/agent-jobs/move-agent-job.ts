import type { ErrorCode } from '@bindery/contract'
import { AppError } from '../app-error.ts'

/** What an agent job is in. `prLink` survives a follow-up, so one that changes nothing shows the earlier link again. */
export type AgentJobState =
  | { status: 'active'; prLink: string | null }
  | CompletedAgentJob
  | FailedAgentJob
  | { status: 'archived'; archivedAt: Date; before: CompletedAgentJob | FailedAgentJob }

export interface CompletedAgentJob {
  status: 'completed'
  prLink: string | null
}

export interface FailedAgentJob {
  status: 'failed'
  prLink: string | null
  errorCode: string
  error: string
}

export type AgentJobMove =
  /** Null: no file was changed. */
  | { move: 'complete'; prLink: string | null }
  /** An unrecoverable error, or a cancellation. */
  | { move: 'fail'; errorCode: string; error: string }
  /** A further instruction. */
  | { move: 'message' }
  | { move: 'archive'; at: Date }
  | { move: 'unarchive' }

/** A move that the state does not allow, with the code that tells a client which. */
export class IllegalMove extends AppError {
  constructor(from: AgentJobState['status'], move: AgentJobMove['move']) {
    super(...explain(from, move))
  }
}

function explain(from: AgentJobState['status'], move: AgentJobMove['move']): [ErrorCode, string] {
  if (move === 'unarchive') return ['agent_job_not_archived', `This job is ${from}, so there is nothing to unarchive.`]
  if (from === 'active')
    return ['agent_job_active', 'The agent still works on this job. Wait for its end, or cancel it.']
  if (from !== 'archived') return ['agent_job_ended', `This job has ended as ${from}, so there is nothing to cancel.`]
  if (move === 'archive') return ['agent_job_archived', 'This job is archived already.']
  return ['agent_job_archived', 'This job is archived. Unarchive it first.']
}

/** Every legal move; whatever is not here is refused. */
export function moveAgentJob(state: AgentJobState, by: AgentJobMove): AgentJobState {
  switch (state.status) {
    case 'active':
      if (by.move === 'complete') return { status: 'completed', prLink: by.prLink ?? state.prLink }
      if (by.move === 'fail') {
        return { status: 'failed', prLink: state.prLink, errorCode: by.errorCode, error: by.error }
      }
      break
    case 'completed':
    case 'failed':
      if (by.move === 'message') return { status: 'active', prLink: state.prLink }
      if (by.move === 'archive') return { status: 'archived', archivedAt: by.at, before: state }
      break
    case 'archived':
      if (by.move === 'unarchive') return state.before
      break
  }
  throw new IllegalMove(state.status, by.move)
}
