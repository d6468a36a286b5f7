import { BinderyError, ConnectionError, type ErrorCode, UnexpectedResponseError } from '@bindery/client'
import { CommandError } from '../errors.ts'
import { plainText } from '../terminal/plain-text.ts'

/** Three lines: what happened, why, what to do next. Undefined for an error that is not about the service. */
export function explainServiceError(error: unknown): string | undefined {
  if (error instanceof BinderyError) return explainRefusal(error)
  if (error instanceof ConnectionError) {
    return threeLines(
      'The service did not respond.',
      error.message,
      'Check the address and the network, then try again.',
    )
  }
  if (!(error instanceof UnexpectedResponseError)) return undefined
  const next = isTemporary(error)
    ? 'Try again in a few minutes.'
    : 'Check the address: --url, BINDERY_URL or bindery login.'
  return threeLines('The response is not one of the API.', error.message, next)
}

/** In one line, before the request is sent again. */
export function summarizeError(error: Error): string {
  return error instanceof BinderyError
    ? `The service responded with ${error.status}: ${plainText(error.message)}`
    : plainText(error.message)
}

/** Whether the same command may succeed later. */
export function isTemporary(error: BinderyError | ConnectionError | UnexpectedResponseError): boolean {
  return error instanceof ConnectionError || error.status === 429 || error.status >= 500
}

function threeLines(what: string, why: string, next: string): string {
  return new CommandError(plainText(what), plainText(why), plainText(next)).message
}

function explainRefusal(error: BinderyError): string {
  const { status, code, requestId, message, details } = error
  const request = requestId === '' ? '' : `, request ${requestId}`
  const fields = details.map(({ path, message: reason }) => ` ${path}: ${reason}.`).join('')
  return threeLines(`The service responded with ${status} (${code}${request}).`, message + fields, adviseOn(error))
}

const advice: Partial<Record<ErrorCode, string>> = {
  insufficient_scope: 'Use a key with the scope "write".',
  address_not_allowed: 'Use the key from an address that it allows, or change its addresses in the dashboard.',
  plan_required: 'Ask the operator of the service for the enterprise plan.',
  organization_suspended: 'Ask the operator of the service why.',
  domain_not_found: 'bindery domains lists the domains of your key.',
  domain_not_verified: 'The page of the project in the dashboard shows the record that proves the domain is yours.',
  project_not_found: 'bindery projects lists the projects of your key.',
  export_not_found: 'bindery exports list shows the exports of your key.',
  file_not_found: 'bindery exports files ID lists the files of an export.',
  report_not_found: 'bindery exports show ID shows why the export failed.',
  agent_job_not_found: 'bindery agent list shows the agent jobs of a project.',
  export_not_completed: 'Wait for it: bindery export --job ID.',
  export_failed: 'bindery exports report ID shows what is wrong with its pages.',
  export_ended: 'An export that has ended stays as it is; start another one.',
  export_expired: 'Start another export: bindery export --domain DOMAIN.',
  export_not_comparable: 'Leave out --since to get the whole bundle.',
  export_of_another_domain: 'bindery exports list --domain DOMAIN shows the exports of a domain.',
  domain_pinned: 'Unpin it: bindery unpin --domain DOMAIN. Or add --pin REASON to move the pin.',
  nothing_published: 'Publish an export: bindery publish ID.',
  nothing_to_roll_back_to: 'bindery exports list --status completed shows what can be published: bindery publish ID.',
  rollback_changes_nothing:
    'Leave out --to to return to the previous content. To keep the live content: bindery pin --domain DOMAIN.',
  route_not_found: 'The service is older than this command. Ask its operator to upgrade it.',
  agent_job_active: 'Wait for it, or end it: bindery agent cancel ID.',
  agent_job_archived: 'Take it out of the archive in the dashboard, or start another one: bindery agent run.',
  model_not_configured: 'Ask the operator of the service to configure a model.',
  monthly_budget_spent: 'Wait for the next month, or ask the operator of the service for a higher budget.',
  too_many_active: 'Wait until another agent job has ended, or cancel one: bindery agent list.',
}

function adviseOn({ status, code, retryAfterSeconds = 0 }: BinderyError): string {
  const known = advice[code as ErrorCode]
  if (known !== undefined) return known
  if (status === 401)
    return 'Make a key on the API keys page of the dashboard, then run bindery login or set BINDERY_API_KEY.'
  if (status === 429) return `Try again in ${formatWait(retryAfterSeconds)}.`
  if (status >= 500) return 'Try again later. If it happens again, give the operator the request id.'
  return 'Change what the reason names, then run the command again. --help shows its options.'
}

function formatWait(seconds: number): string {
  return seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.max(1, Math.ceil(seconds))} seconds`
}
