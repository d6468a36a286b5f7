import { CodedError } from '../../ops/coded-error.ts'

/** Why an agent job failed, as a stable word for programs. `errorCode` of the API. */
export type AgentJobErrorCode =
  | 'cancelled'
  | 'organization_suspended'
  | 'budget_spent'
  | 'monthly_budget_spent'
  | 'checks_failed'
  | 'secret_found'
  | 'model_unreachable'
  | 'model_refused'
  | 'model_not_configured'
  | 'model_lost'
  | 'repository_unreachable'
  | 'repository_not_found'
  | 'repository_changed'
  | 'ref_not_found'
  | 'authentication_failed'
  | 'push_refused'
  | 'branch_protected'
  | 'git_host_unknown'
  | 'git_host_unusable'
  | 'pull_request_failed'
  | 'source_too_large'
  | 'configuration_invalid'
  | 'processing_failed'
  | 'storage_unavailable'
  | 'no_disk_space'
  | 'timed_out'
  | 'internal_error'

/** A failure that an agent job ends with: the message is the sentence that people read in the job. */
export class AgentJobFailure extends CodedError<AgentJobErrorCode> {
  override readonly name = 'AgentJobFailure'
}

/** Somebody else ended or deleted the agent job, or it is in a later turn: whatever the caller was about to write is void. */
export class StaleAgentJob extends Error {
  override readonly name = 'StaleAgentJob'

  constructor({ agentJobId, turn }: { agentJobId: string; turn: number }) {
    super(`The agent job ${agentJobId} is no longer active in turn ${turn}, so nothing more is written to it.`)
  }
}
