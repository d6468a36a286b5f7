import type { AskRemote } from '@bindery/site'
import { type CheckedUrl, checkRepositoryUrl, type GitPolicy } from './check-repository-url.ts'
import { createAsk } from './create-ask.ts'
import type { Reach } from './reach-host.ts'

// A query may follow what a repository's URL may be; the host is read before it.
const shape = /^([^?]*)(\?[\w.~!$&'()*+,;=:@%/?[\]-]*)?$/

// The same for every address and every name, whether there is such a host or not: nobody learns of our network by it.
const refused =
  'its host is unknown or refused; only public hosts are asked, by https, and those that the operator allows'

/**
 * Asks for descriptions of APIs under the rules that hold for repositories: the address is judged, resolved once,
 * judged again and connected to as it is. Every hop of a redirect comes through here. No credential is ever sent.
 */
export function createAskForSpec(reach: Reach): AskRemote {
  const accept = 'application/json, application/yaml;q=0.9, */*;q=0.5'
  return createAsk(reach, { accept, refused, check: (url) => checkSpecUrl(url, reach.policy) })
}

function checkSpecUrl(url: string, policy: GitPolicy): { checked: CheckedUrl; href: string } {
  const [, address = '', query = ''] = shape.exec(url) ?? []
  const checked = checkRepositoryUrl(address, policy)
  return { checked, href: `${checked.href}${query}` }
}
