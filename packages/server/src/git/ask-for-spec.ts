import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import { type AskForSpec, SpecNotFetched } from '@bindery/site'
import { type CheckedUrl, checkRepositoryUrl, type GitPolicy } from './check-repository-url.ts'
import { GitError } from './git-error.ts'
import { type Lookup, pinAddress } from './pin-address.ts'

export interface SpecHosts {
  policy: GitPolicy
  /** Certificates of a private authority. */
  caFile?: string | undefined
  proxyUrl?: string | undefined
  lookup?: Lookup | undefined
}

// A query may follow what a repository's URL may be; the host is read before it.
const SHAPE = /^([^?]*)(\?[\w.~!$&'()*+,;=:@%/?[\]-]*)?$/

// The same for every address and every name, whether there is such a host or not: nobody learns of our network by it.
const REFUSED =
  'its host is unknown or refused; only public hosts are asked, by https, and those that the operator allows'

const HEADERS = {
  accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'bindery',
}

/**
 * Asks for descriptions of APIs under the rules that hold for repositories: the address is judged, resolved once,
 * judged again and connected to as it is. Every hop of a redirect comes through here. No credential is ever sent.
 */
export function createAskForSpec({ policy, caFile, proxyUrl, lookup }: SpecHosts): AskForSpec {
  // Beside the usual ones: the private authority is that of a git host, and descriptions are mostly public.
  const ca = caFile === undefined ? undefined : [...getCACertificates(), readFileSync(caFile, 'utf8')]

  return async (url, signal) => {
    const { checked, href } = checkSpecUrl(url, policy)
    const addresses = await resolveAddresses(checked, proxyUrl, lookup)
    const way =
      proxyUrl === undefined ? { agent: false, lookup: pinTo(addresses) } : { agent: through(proxyUrl, checked) }
    return send(checked, href, { ...way, ...(ca && { ca }), headers: HEADERS, signal })
  }
}

async function send({ protocol }: CheckedUrl, href: string, options: RequestOptions) {
  const request = (protocol === 'http' ? requestHttp : requestHttps)(href, options).end()
  // Whoever stops reading ends the request, and then nobody listens.
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, location: response.headers.location, body: response }
}

function checkSpecUrl(url: string, policy: GitPolicy): { checked: CheckedUrl; href: string } {
  const [, address = '', query = ''] = SHAPE.exec(url) ?? []
  try {
    const checked = checkRepositoryUrl(address, policy)
    return { checked, href: `${checked.href}${query}` }
  } catch (error) {
    throw toRefusal(error)
  }
}

/** A proxy resolves names itself, and in its network we often cannot: then its own rules judge the address. */
async function resolveAddresses(url: CheckedUrl, proxyUrl: string | undefined, lookup: Lookup | undefined) {
  try {
    return await pinAddress(url, lookup)
  } catch (error) {
    if (proxyUrl !== undefined && error instanceof GitError && error.code === 'repository_unreachable') return []
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): unknown {
  return error instanceof GitError ? new SpecNotFetched(REFUSED, { cause: error }) : error
}

/** Answers with what was judged, whatever a resolver would say now. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all }, answer) => {
    const [first = { address: '', family: 4 }] = known
    if (all) answer(null, known)
    else answer(null, first.address, first.family)
  }
}

function through(proxyUrl: string, { protocol }: CheckedUrl): HttpAgent {
  return protocol === 'http'
    ? new HttpAgent({ proxyEnv: { HTTP_PROXY: proxyUrl } })
    : new HttpsAgent({ proxyEnv: { HTTPS_PROXY: proxyUrl } })
}
