import type { AgentJobErrorCode } from '../../core/agent-jobs/agent-job-failure.ts'

interface Remedy {
  sentence: string
  /** Whether a further message to the agent is the way on. */
  goesOn: boolean
}

const thenMessage = (sentence: string): Remedy => ({ sentence, goesOn: true })
const alone = (sentence: string): Remedy => ({ sentence, goesOn: false })
const tryAgain = thenMessage('If it happens again, tell the operator.')

/** The job's own sentence says what happened; this one what to do about it. */
const remedies: Record<AgentJobErrorCode, Remedy> = {
  cancelled: thenMessage('Someone cancelled it; the audit log shows who.'),
  organization_suspended: alone('Ask the operator to lift the suspension.'),
  monthly_budget_spent: alone('Wait for the next month, or ask the operator for a higher budget.'),
  budget_spent: thenMessage('Ask for less at once: name the pages, or ask for the next part alone.'),
  checks_failed: thenMessage('The transcript shows what the checks found. Say how it should be fixed.'),
  secret_found: thenMessage('Remove the secret from what the agent reads, and say that it must not be written.'),
  model_unreachable: tryAgain,
  model_refused: thenMessage('Say in other words what you want.'),
  model_not_configured: alone('Ask the operator to configure a model, or set one for the project.'),
  model_lost: tryAgain,
  repository_unreachable: thenMessage('Check that the git host is up.'),
  repository_not_found: thenMessage('Check the project’s repository, and that its credential can read it.'),
  repository_changed: alone('The project has another repository now. Start a new agent job.'),
  ref_not_found: alone('The branch no longer exists. Start a new agent job on one that does.'),
  authentication_failed: thenMessage('Give the project a credential that can read and push.'),
  push_refused: thenMessage('Check what the git host allows for new branches.'),
  branch_protected: thenMessage('Let the git host accept branches that start with bindery/.'),
  git_host_unknown: thenMessage('Nothing was pushed. Set the git host in the settings of the project.'),
  git_host_unusable: thenMessage('Check the git host and its API URL in the settings of the project.'),
  pull_request_failed: thenMessage('The branch is pushed, so you can also open the pull request yourself.'),
  source_too_large: alone('Remove large files from the repository, or ask the operator to raise the limit.'),
  configuration_invalid: thenMessage('Fix the docs.json in the repository.'),
  processing_failed: alone(
    'Make the site smaller or simpler where the message says so, or ask the operator for larger workers.',
  ),
  storage_unavailable: tryAgain,
  no_disk_space: thenMessage('If it happens again, ask the operator for larger workers.'),
  timed_out: thenMessage('Ask for less at once.'),
  internal_error: thenMessage('If it happens again, send the operator the id of this job.'),
}

/** For somebody who may write to the agent, or, by the name of the organization, for somebody who may only look. */
export function whatNext(errorCode: string | null, reader: { organization: string; mayWrite: boolean }): string {
  const { sentence, goesOn } = remedies[errorCode as AgentJobErrorCode] ?? remedies.internal_error
  if (!goesOn) return sentence
  return reader.mayWrite
    ? `${sentence} Send a message below to continue.`
    : `${sentence} A writer of ${reader.organization} can continue with a message.`
}
