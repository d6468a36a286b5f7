/** The defaults of every limit. An operator may set each for the installation and for an organization. */
export const defaultLimits = {
  /** Of one key in one process. */
  requestsPerMinute: 1_200,
  exportStartsPerHour: 60,
  keyCreationsPerHour: 10,
  /** Deltas made at the request of keys; beyond it the whole bundle is returned. */
  deltasPerHour: 600,
  /** Of one project. */
  agentCreatesPerHour: 100,
  agentMessagesPerHour: 100,
  /** Of one organization at a time. */
  activeAgentJobs: 5,
  /** After how many days an agent job that has ended is archived; 0 for never. */
  agentJobArchiveDays: 0,
  /** Of one organization. */
  domains: 1_000,
  projects: 1_000,
  /** How long the files of an export are kept; 0 for ever. */
  retentionDays: 0,
  bodyBytes: 64 * 1024,
  sitePages: 100_000,
  repositoryBytes: 2 * 1024 ** 3,
  fileBytes: 20 * 1024 ** 2,
  /** Limits of one turn of an agent job: tokens of input and output, model calls and tool uses, model time, changed lines. */
  agentJobTokens: 2_000_000,
  agentJobSteps: 150,
  agentJobMinutes: 30,
  agentJobChangedLines: 3_000,
  /** Of one organization in a month of UTC: input and output together, and what they cost by the operator's prices; 0 for no limit. */
  agentTokensPerMonth: 0,
  agentCostPerMonth: 0,
}

export type LimitName = keyof typeof defaultLimits
export type Limits = Record<LimitName, number>

export const limitNames = Object.keys(defaultLimits) as LimitName[]

/** What holds for an organization: its own number, else the installation's. */
export function limitFor<Name extends LimitName>(
  name: Name,
  installation: Pick<Limits, Name>,
  overrides: Partial<Limits>,
): number {
  return overrides[name] ?? installation[name]
}
