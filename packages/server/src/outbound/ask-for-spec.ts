import { type AskForSpec, SpecNotFetched } from '@bindery/site'
import { type CheckedUrl, checkRepositoryUrl, type GitPolicy } from './check-repository-url.ts'
import { GitError } from './git-error.ts'
import { openAnswer, type Reach, reachHost, readAuthorities } from './reach-host.ts'

// A query may follow what a repository's URL may be; the host is read before it.
const shape = /^([^?]*)(\?[\w.~!$&'()*+,;=:@%/?[\]-]*)?$/

// The same for every address and every name, whether there is such a host or not: nobody learns of our network by it.
const refused =
  'its host is unknown or refused; only public hosts are asked, by https, and those that the operator allows'

const sentHeaders = {
  accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'bindery',
}

/**
 * Asks for descriptions of APIs under the rules that hold for repositories: the address is judged, resolved once,
 * judged again and connected to as it is. Every hop of a redirect comes through here. No credential is ever sent.
 */
export function createAskForSpec(reach: Reach): AskForSpec {
  const authorities = readAuthorities(reach.caFile)

  return async (url, signal) => {
    const { checked, href } = checkSpecUrl(url, reach.policy)
    const way = await reachHost(checked, reach).catch((error: unknown) => {
      throw toRefusal(error)
    })
    const body = await openAnswer(checked, href, { ...way, ...authorities, headers: sentHeaders, signal })
    return { status: body.statusCode ?? 0, location: body.headers.location, body }
  }
}

function checkSpecUrl(url: string, policy: GitPolicy): { checked: CheckedUrl; href: string } {
  const [, address = '', query = ''] = shape.exec(url) ?? []
  try {
    const checked = checkRepositoryUrl(address, policy)
    return { checked, href: `${checked.href}${query}` }
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): unknown {
  return error instanceof GitError ? new SpecNotFetched(refused, { cause: error }) : error
}
