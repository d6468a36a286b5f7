import { defaultLimits, type LimitName, limitNames } from '../../packages/server/src/core/limits/limits.ts'
import { downloadLimits, downloadMinutes } from '../../packages/server/src/http/downloads.ts'
import { writeFrontMatter, writeTable } from './markdown.ts'

const meanings: Record<LimitName, string> = {
  requestsPerMinute: 'API requests of one key a minute, in each process',
  exportStartsPerHour: 'exports that an organization starts in an hour',
  keyCreationsPerHour: 'keys that an organization makes in an hour',
  deltasPerHour:
    'deltas that are made at the request of keys and members of an organization in an hour; beyond it they get the whole bundle, and a delta that is stored already counts nothing',
  agentCreatesPerHour: 'agent jobs that are created in one project in an hour',
  agentMessagesPerHour: 'messages to agent jobs of one project in an hour',
  activeAgentJobs: 'agent jobs of an organization that are active at the same time',
  domains: 'domains that an organization has',
  projects: 'projects that an organization has',
  agentJobArchiveDays: 'days after which an ended agent job is archived; 0 archives none',
  retentionDays: 'days for which the files of an export are stored; 0 stores them forever',
  bodyBytes: 'size of a request body',
  sitePages: 'pages of a site',
  repositoryBytes: 'size of a repository',
  fileBytes: 'size of one file of a repository',
  agentJobTokens: 'tokens that one turn of an agent job may use, input and output together',
  agentJobSteps: 'model calls and tool uses in one turn of an agent job',
  agentJobMinutes: 'minutes of model time in one turn of an agent job',
  agentJobChangedLines: 'lines that one turn of an agent job may change',
  agentTokensPerMonth: 'tokens that the agent jobs of an organization may use in a month of UTC; 0 for no limit',
  agentCostPerMonth:
    'what the agent jobs of an organization may cost in a month, by `BINDERY_MODEL_PRICES`; 0 for no limit',
}

export function writeLimitsPage(): string {
  const rows = limitNames.map((name) => [
    `\`${name}\``,
    `\`BINDERY_LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}\``,
    defaultLimits[name].toLocaleString('en'),
    meanings[name],
  ])
  return `${writeFrontMatter('Limits', 'Every limit, its default, and how to change it')}Set a limit for the whole installation with its variable, or for one organization with its name. The number of the organization wins.

\`\`\`sh
admin organization set-limit org_… exportStartsPerHour 500
admin organization set-limit org_… exportStartsPerHour default
\`\`\`

${writeTable(['Name', 'Variable', 'Default', 'What it limits'], rows)}
A request over a limit gets \`429\` with \`rate_limited\`, \`quota_exceeded\` or \`too_many_active\`, and \`Retry-After\`. An organization without a budget for agent jobs gets \`403\` with \`monthly_budget_spent\`. The dashboard and the admin commands refuse a domain or project over the limit, with a message that names it. A body that is too large gets \`413\`. A site or repository that is too large fails its job: see [error codes](/reference/errors). Limits of sign-in, waiting requests and dashboard requests are for the whole installation: see \`BINDERY_LIMIT_…\` in [environment variables](/reference/environment).

## Downloads

Files and reports of exports, and the files of previews, are sent while they are read. In each process, an API key, a session or a preview can have ${downloadLimits.perCaller} of them open at the same time, an organization ${downloadLimits.perOrganization}, a network ${downloadLimits.perAddress}, and all together ${downloadLimits.inAll}. Above that a request gets \`429\` with \`rate_limited\` and \`Retry-After\`. A response that takes longer than ${downloadMinutes} minutes is cut off. Bundles come from the bucket and are not limited.
`
}
