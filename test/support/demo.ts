/** What a suite knows of the service it tests: an address, keys of several kinds, and things that exist there. */
export interface Demo {
  baseUrl: string
  /** Enterprise plan, all scopes. */
  apiKey: string
  readOnlyKey: string
  /** Another organization, without the enterprise plan. */
  freePlanKey: string
  /** Another enterprise organization. */
  otherOrgKey: string
  otherOrgDomain: string
  revokedKey: string
  expiredKey: string
  /** May be used from an address only that is not this machine's. */
  elsewhereKey: string
  suspendedKey: string
  /** May use another project than the demo's. */
  otherProjectKey: string
  /** An organization with the default quotas, for which nothing was started yet. */
  defaultQuotaKey: string
  defaultQuotaDomain: string
  /** An organization whose keys may read only a few times a minute. */
  slowKey: string
  projectId: string
  /** Of the other enterprise organization. */
  otherProjectId: string
  domain: string
  /** Of the domain's repository: one page is older in it. */
  earlierCommit: string
  /** Its repository does not exist. */
  failingDomain: string
  privateDomain: string
  /** PEM: bundles are signed with its other half. */
  signingPublicKey: string
  agentJobId: string
  /** Its repository is on a git host with pull requests; absent where there is none. */
  agentProjectId?: string
  agentDomain: string
  /** A completed export whose files are no longer kept. */
  expiredJobId: string
  /** Claimed by the demo's project, and not verified. */
  claimedDomain: string
  /** The same, and the other enterprise organization has it. */
  contestedDomain: string
}
