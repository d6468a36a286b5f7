import { type AskRemote, NotFetched } from '@bindery/site'
import { type CheckedUrl, checkRepositoryUrl, type GitPolicy } from './check-repository-url.ts'
import { GitError } from './git-error.ts'
import { openAnswer, type Reach, reachHost, readAuthorities } from './reach-host.ts'

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

interface AskRules {
  accept: string
  /** The sentence for whatever is not asked. */
  refused: string
  /** Throws for an address that may not be asked. */
  check(url: string): { checked: CheckedUrl; href: string }
}

/** For addresses that a tenant chose: only what the rules let through is resolved, and only what resolves well is asked. */
export function createAsk(reach: Reach, { accept, refused, check }: AskRules): AskRemote {
  const authorities = readAuthorities(reach.caFile)
  const sent = { accept, 'accept-encoding': 'identity', 'user-agent': 'bindery' }
  const toRefusal = (error: unknown) =>
    error instanceof GitError ? new NotFetched(refused, { cause: error }) : (error as Error)
  return async (url, signal, headers = {}) => {
    try {
      const { checked, href } = check(url)
      const way = await reachHost(checked, reach)
      return await ask(checked, href, { ...way, ...authorities, headers: { ...sent, ...headers }, signal })
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

async function ask(checked: CheckedUrl, href: string, options: Parameters<typeof openAnswer>[2]) {
  const body = await openAnswer(checked, href, options)
  return { status: body.statusCode ?? 0, headers: body.headers, body }
}

function checkSpecUrl(url: string, policy: GitPolicy): { checked: CheckedUrl; href: string } {
  const [, address = '', query = ''] = shape.exec(url) ?? []
  const checked = checkRepositoryUrl(address, policy)
  return { checked, href: `${checked.href}${query}` }
}
