import { type ErrorCode, errorCatalogue } from '../../packages/contract/src/error-catalogue.ts'
import type { AgentJobErrorCode } from '../../packages/server/src/core/agent-jobs/agent-job-failure.ts'
import type { ExportErrorCode } from '../../packages/server/src/core/exports/export-failure.ts'
import { escapeCell, writeFrontMatter, writeTable } from './markdown.ts'

interface Explained {
  cause: string
  remedy: string
}

/** A code that the API answers with, and what to do. Its description and status are in the catalogue. */
const httpRemedies: Record<ErrorCode, string> = {
  malformed_json: 'Send valid JSON.',
  invalid_request: 'Correct the fields that `details` names.',
  missing_key: 'Send `Authorization: Bearer bnd_…`.',
  invalid_key: 'Check that the key is complete and belongs to this installation.',
  expired_key: 'Create a new key.',
  revoked_key: 'Create a new key.',
  address_not_allowed:
    'Send the request from an allowed network, or create a key without this restriction. If everybody is refused, check `BINDERY_TRUSTED_PROXIES`.',
  insufficient_scope: 'Use a key with the scope `write`.',
  organization_suspended: 'Ask the operator of the installation.',
  plan_required: 'Ask the operator to set the plan: `admin organization set-plan org_… enterprise`.',
  monthly_budget_spent: 'Wait for the next month, or ask the operator to raise the [limit](/reference/limits).',
  domain_not_found: 'Check the spelling with `GET /v1/domains`, or add the domain to a project.',
  export_not_found: 'Check the id with `GET /v1/static-export/jobs`.',
  file_not_found: 'Check the path with `GET …/files`.',
  report_not_found: 'Read `error` of the job.',
  project_not_found: 'Check the id with `GET /v1/projects`.',
  agent_job_not_found: 'Check the id with `GET /v2/agent/{projectId}/jobs`.',
  route_not_found: 'Check the path in the [API reference](/reference/api).',
  method_not_allowed: 'Use a method of the `Allow` header.',
  idempotency_in_flight: 'Wait, then send the same request again.',
  domain_not_verified: '[Prove](/self-host/operate#domains) that you control the domain.',
  export_not_completed: 'Poll the job until it has completed.',
  export_ended: 'Nothing to do.',
  export_failed: 'Read `error` of the job, fix the cause and start a new export.',
  export_not_comparable: 'Download the whole bundle.',
  export_of_another_domain: 'Choose an export of this domain.',
  domain_pinned: 'Unpin the domain, or move the pin with `pin`.',
  nothing_published: 'Publish an export first.',
  nothing_to_roll_back_to: 'Publish an export by its id, or export an earlier commit.',
  rollback_changes_nothing:
    'Leave out `jobId` to return to the previous content, or pin the domain to keep what is live.',
  agent_job_active: 'Wait for the end of the job, or cancel it.',
  agent_job_ended: 'Nothing to do.',
  agent_job_archived: 'Unarchive the job.',
  agent_job_not_archived: 'Nothing to do.',
  model_not_configured: '[Set a model](/self-host/agent#set-up-a-model), for the installation or the project.',
  export_expired: 'Start a new export.',
  body_too_large: 'Send a smaller body, or raise the [limit](/reference/limits) `bodyBytes`.',
  unsupported_media_type: 'Send `Content-Type: application/json`.',
  idempotency_mismatch: 'Use another `Idempotency-Key`.',
  rate_limited: 'Wait as long as `Retry-After` says. Poll with `Prefer: wait=30`.',
  quota_exceeded: 'Wait as long as `Retry-After` says, or raise the [limit](/reference/limits).',
  too_many_active: 'Wait for an active job to end, or raise the limit `activeAgentJobs`.',
  too_many_failures: 'Correct the key, and wait as long as `Retry-After` says.',
  internal_error: 'Give the `requestId` to the operator, who finds it in the log.',
  unavailable: 'Send the request again after `Retry-After`.',
}

const again = 'Start the export again. If it fails again, look at the log of the workers.'
const message = 'Send a message to the job to try again.'

const exportErrors: Record<ExportErrorCode, Explained> = {
  repository_refused: {
    cause: 'The address of the repository is one that this installation may not fetch from.',
    remedy: 'Use an https address of a public host, or add the host to `BINDERY_GIT_ALLOWED_HOSTS`.',
  },
  repository_unreachable: {
    cause: 'The git host did not answer.',
    remedy: 'Check that it is up and that workers can reach it.',
  },
  repository_auth_failed: {
    cause: 'The credential is missing, or the git host refused it.',
    remedy: '[Set a credential](/self-host/private-repositories) that may read the repository.',
  },
  repository_not_found: {
    cause: 'The git host has no such repository, or hides it from the credential.',
    remedy: 'Check the address, and what the credential may see.',
  },
  repository_too_large: {
    cause: 'The repository, its branches or its files are larger than a limit that the message names.',
    remedy: 'Remove large files, or raise the [limit](/reference/limits).',
  },
  repository_timeout: { cause: 'Fetching took longer than `BINDERY_WORKER_FETCH_TIMEOUT`.', remedy: again },
  repository_invalid: {
    cause: 'What the git host sent is not a complete repository.',
    remedy: 'Run `git fsck` on the git host.',
  },
  ref_not_found: {
    cause: 'The branch, tag or commit does not exist.',
    remedy: 'Start the export with one that exists.',
  },
  docs_folder_not_found: {
    cause: 'The docs folder of the project does not exist, or it contains no `docs.json`.',
    remedy: 'Correct the folder in the settings of the project.',
  },
  configuration_invalid: {
    cause: '`docs.json` is missing or invalid. The message names the place.',
    remedy: 'Run `bindery check` and fix what it names.',
  },
  page_not_found: {
    cause: 'A path of `paths` is not a published page. The message names each.',
    remedy: 'Start the export with pages that exist.',
  },
  too_many_pages: {
    cause: 'The site has more pages than the limit `sitePages`.',
    remedy: 'Export a part with `paths`, or raise the limit.',
  },
  page_failed: {
    cause:
      'With `pages: strict`, a page is not valid MDX. Otherwise no page can be shown, or more than three pages took too much time or memory.',
    remedy: 'Fix the pages that the report names.',
  },
  assets_unavailable: {
    cause: 'With `assets: strict`, a file of another host could not be fetched.',
    remedy: 'Correct its address, copy it into the docs folder, or use `assets: vendor`.',
  },
  processing_failed: {
    cause: 'Planning or finishing the site took too much time or memory, twice.',
    remedy: 'Make the site smaller where the message says so, or give the workers more memory.',
  },
  secret_found: {
    cause: 'A live API key or host key of this service, or the git credential of the project, is in the docs.',
    remedy: 'Remove the secret and replace it, because it is in the history too.',
  },
  storage_unavailable: { cause: 'The bucket did not answer.', remedy: again },
  no_disk_space: {
    cause: 'The disk of the worker is full.',
    remedy: 'Start the export later, or give the workers a larger volume.',
  },
  timed_out: { cause: 'A step took longer than it may.', remedy: again },
  cancelled: {
    cause: 'A person or a key cancelled the export. The audit log says who.',
    remedy: 'Start a new export.',
  },
  organization_suspended: {
    cause: 'The organization was suspended before the export began.',
    remedy: 'Ask the operator of the installation. Start the export again after the suspension.',
  },
  internal_error: { cause: 'An unexpected error. Details are only in the log.', remedy: again },
}

const agentErrors: Record<AgentJobErrorCode, Explained> = {
  cancelled: { cause: 'A person or a key cancelled the job.', remedy: message },
  organization_suspended: {
    cause: 'The organization was suspended before the job began, or while it ran.',
    remedy: 'Ask the operator of the installation. Send a message to the job after the suspension.',
  },
  monthly_budget_spent: {
    cause: 'The organization has used its [budget](/self-host/agent#budgets) for agent jobs this month.',
    remedy: 'Wait for the next month, or ask the operator to raise the [limit](/reference/limits).',
  },
  budget_spent: {
    cause: 'The turn reached a limit of tokens, steps, minutes or lines.',
    remedy: 'Ask for less at once, or raise the [limit](/reference/limits).',
  },
  checks_failed: {
    cause: 'The changed site has new errors that the agent did not fix. The message names them.',
    remedy: 'Send a message that says how to fix them.',
  },
  secret_found: {
    cause: 'The change contains a secret.',
    remedy: 'Remove the secret from what the agent reads, then send a message.',
  },
  model_unreachable: {
    cause: 'The model endpoint did not answer.',
    remedy: 'Check `BINDERY_MODEL_BASE_URL` and the network, then send a message.',
  },
  model_refused: {
    cause: 'The endpoint refused the key or the request.',
    remedy: 'Check the key, or write the instruction in other words.',
  },
  model_not_configured: {
    cause: 'Neither the installation nor the project has a model.',
    remedy: '[Set a model](/self-host/agent#set-up-a-model).',
  },
  model_lost: {
    cause: 'The model made no progress: it only talked, or repeated itself.',
    remedy: 'Send a more exact message, or use another model.',
  },
  repository_unreachable: { cause: 'The git host did not answer.', remedy: message },
  repository_not_found: {
    cause: 'The git host has no such repository, or hides it from the credential.',
    remedy: 'Check the address, and what the credential may see.',
  },
  repository_changed: { cause: 'The project has another repository now.', remedy: 'Start a new agent job.' },
  ref_not_found: { cause: 'The branch no longer exists.', remedy: 'Start a new agent job on a branch that exists.' },
  authentication_failed: {
    cause: 'The git host refused the credential.',
    remedy: '[Set a credential](/self-host/private-repositories) that may read and push.',
  },
  push_refused: {
    cause: 'The git host did not accept the branch.',
    remedy: 'Check its rules for new branches, then send a message.',
  },
  branch_protected: {
    cause: 'A rule of the git host protects every branch.',
    remedy: 'Allow branches that begin with `bindery/`.',
  },
  git_host_unknown: {
    cause: 'The kind of git host is neither set nor known by its name. Nothing was pushed.',
    remedy: 'Set the git host in the settings of the project, then send a message.',
  },
  git_host_unusable: {
    cause: 'The API of the git host does not answer as it should, or is at an address that is not allowed.',
    remedy: 'Check the git host and its API URL in the settings of the project, then send a message.',
  },
  pull_request_failed: {
    cause: 'The branch is pushed, but the pull request could not be opened.',
    remedy: 'Open it by hand, or send a message to try again.',
  },
  source_too_large: {
    cause: 'The repository is larger than a limit that the message names.',
    remedy: 'Remove large files, or raise the [limit](/reference/limits).',
  },
  configuration_invalid: {
    cause: '`docs.json` is missing or invalid.',
    remedy: 'Fix it in the repository, then send a message.',
  },
  processing_failed: {
    cause: 'Checking the site took too much time or memory, twice.',
    remedy: 'Make the site smaller, or give the workers more memory.',
  },
  storage_unavailable: { cause: 'The bucket did not answer.', remedy: message },
  no_disk_space: {
    cause: 'The disk of the worker is full.',
    remedy: 'Try later, or give the workers a larger volume.',
  },
  timed_out: { cause: 'A step took longer than it may.', remedy: 'Ask for less at once.' },
  internal_error: {
    cause: 'An unexpected error. Details are only in the log.',
    remedy: 'Give the id of the job to the operator.',
  },
}

export function writeErrorsPage(): string {
  const http = (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => [
    String(errorCatalogue[code].status),
    `\`${code}\``,
    escapeCell(errorCatalogue[code].description),
    escapeCell(httpRemedies[code]),
  ])
  return `${writeFrontMatter('Error codes', 'Every error of the API, of exports and of agent jobs, with its cause and what to do')}Codes are stable: a program can rely on them. The message is for people and may change.

## HTTP

The body is \`{"error": "…", "code": "…", "requestId": "…"}\`, with \`details\` for invalid fields. With \`Accept: application/problem+json\` you get the same fields in the form of RFC 9457.

${writeTable(['Status', '`code`', 'Cause', 'What to do'], http)}
## Exports

A failed export has \`errorCode\` and, in \`error\`, a message that names the file, address or limit.

${writeExplained(exportErrors)}
## Agent jobs

${writeExplained(agentErrors)}`
}

function writeExplained(errors: Record<string, Explained>): string {
  const rows = Object.entries(errors).map(([code, { cause, remedy }]) => [
    `\`${code}\``,
    escapeCell(cause),
    escapeCell(remedy),
  ])
  return writeTable(['`errorCode`', 'Cause', 'What to do'], rows)
}
