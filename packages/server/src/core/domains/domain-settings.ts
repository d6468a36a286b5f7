/** How the operator wants domains to be taken. */
export interface DomainSettings {
  /** `trusted`: whoever names a domain first has it. `verified`: whoever proves control of it. */
  mode: 'trusted' | 'verified'
  /** Resolvers that are asked for proofs; the system's, if there are none. */
  dnsServers: readonly string[]
}
