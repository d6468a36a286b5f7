import { type AskRemote, NotFetched } from '@bindery/site/parent'
import { type CheckedUrl, checkPublicHost, type GitPolicy, refuse } from './check-repository-url.ts'
import { createAsk } from './create-ask.ts'
import type { Reach } from './reach-host.ts'

/** Which hosts pictures, fonts and media may come from. */
export interface AssetPolicy {
  /** Nothing is asked of any host. */
  isOffline: boolean
  /** Names of hosts, `*.example.com` for all below one; every public host without any. */
  hosts: readonly string[]
}

const refused = 'its host is unknown or refused; only public hosts are asked, and those that the operator allows'
const offline = 'this installation fetches nothing from other hosts; put the file into the docs folder'

/**
 * Asks for what pages show of other hosts, like `createAskForSpec`: also by http, since many pictures have no other
 * address, and never with a credential.
 */
export function createAskForAsset(reach: Reach, policy: AssetPolicy): AskRemote {
  if (policy.isOffline) return () => Promise.reject(new NotFetched(offline))
  const check = (url: string) => checkAssetUrl(url, reach.policy, policy.hosts)
  return createAsk(reach, { accept: 'image/*, font/*, video/*, audio/*, */*;q=0.5', refused, check })
}

function checkAssetUrl(url: string, git: GitPolicy, hosts: readonly string[]): { checked: CheckedUrl; href: string } {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') throw refuse('it is no address of the web')
  if (parsed.username !== '' || parsed.password !== '') throw refuse('it holds a name or a password')
  const checked = checkPublicHost(parsed, git, ['https', 'http'])
  const isNamed = hosts.length === 0 || checked.allowListed || hosts.some((host) => matchesHost(host, checked.host))
  if (!isNamed) throw refuse('its host is not among those that assets may come from')
  return { checked, href: parsed.href }
}

function matchesHost(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
