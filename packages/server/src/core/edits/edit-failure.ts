import { CodedError } from '../../ops/coded-error.ts'

/** Why an edit failed, as a stable word for programs. `errorCode` of the API. */
export type EditErrorCode =
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

/** A failure that an edit ends with: the message is the sentence that people read in the job. */
export class EditFailure extends CodedError<EditErrorCode> {
  override readonly name = 'EditFailure'
}

/** Somebody else ended or deleted the edit, or it is in a later turn: whatever the caller was about to write is void. */
export class StaleEdit extends Error {
  override readonly name = 'StaleEdit'

  constructor({ editId, turn }: { editId: string; turn: number }) {
    super(`The edit ${editId} is no longer active in turn ${turn}, so nothing more is written to it.`)
  }
}
