import type { EditErrorCode } from '../../core/edits/edit-failure.ts'

/** The job's own sentence says what happened; this one what to do about it. */
const remedies: Record<EditErrorCode, string> = {
  cancelled: 'Somebody ended it on purpose; the audit says who. Send a message below to go on from here.',
  budget_spent: 'Ask for less at once: name the pages, or send a message below with the next part alone.',
  checks_failed: 'Read in the transcript what the checks found, and say below how it should be fixed.',
  secret_found: 'Take the secret out of what the agent reads, and say below that it must not be written.',
  model_unreachable: 'Send a message below to try again; if it happens again, tell the operator.',
  model_refused: 'Say below in other words what you want.',
  model_not_configured: 'Ask the operator to configure a model, or give the project one of its own.',
  model_lost: 'Send a message below to try again; if it happens again, tell the operator.',
  repository_unreachable: 'Look whether the git host is up, then send a message below to try again.',
  repository_not_found:
    'Check the repository of the project and what its credential may see, then send a message below.',
  repository_changed: 'The project has another repository now. Start a new agent job.',
  ref_not_found: 'The branch is gone. Start a new agent job on one that is there.',
  authentication_failed: 'Give the project a credential that may read and push, then send a message below.',
  push_refused: 'Look at what the git host allows for new branches, then send a message below to try again.',
  branch_protected: 'Let the git host accept branches that begin with bindery/, then send a message below.',
  pull_request_failed: 'The branch is pushed: open the pull request by hand, or send a message below to try again.',
  source_too_large: 'Take large files out of the repository, or ask the operator to raise the limit.',
  configuration_invalid: 'Fix the docs.json of the repository, then send a message below to try again.',
  processing_failed:
    'Make the site smaller or simpler where the sentence says so, or ask the operator to give workers more.',
  storage_unavailable: 'Send a message below to try again; if it happens again, tell the operator.',
  no_disk_space: 'Send a message below to try again; if it happens again, ask the operator for larger workers.',
  timed_out: 'Send a message below to try again, with less at once.',
  internal_error: 'Send a message below to try again; if it happens again, tell the operator its id.',
}

export function whatNext(errorCode: string | null): string {
  return remedies[errorCode as EditErrorCode] ?? remedies.internal_error
}
