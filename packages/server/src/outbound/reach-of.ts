import type { GitPolicy } from './check-repository-url.ts'
import type { Reach } from './reach-host.ts'

/** The way out of this network, as the operator has set it. */
export interface NetworkSettings {
  caFile?: string | undefined
  httpsProxy?: string | undefined
  noProxy?: string | undefined
}

export function reachOf(policy: GitPolicy, { caFile, httpsProxy, noProxy }: NetworkSettings): Reach {
  return { policy, caFile, proxyUrl: httpsProxy, noProxy }
}
