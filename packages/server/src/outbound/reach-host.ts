import { readFileSync } from 'node:fs'
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getCACertificates } from 'node:tls'
import { expectNoTransaction } from '../db/in-transaction.ts'
import type { CheckedUrl, GitPolicy } from './check-repository-url.ts'
import { chooseProxy, type ProxySettings } from './choose-proxy.ts'
import { GitError } from './git-error.ts'
import { type Lookup, pinAddress } from './pin-address.ts'

export interface Reach extends ProxySettings {
  policy: GitPolicy
  /** Certificates of a private authority. */
  caFile?: string | undefined
  lookup?: Lookup | undefined
}

type Way = Pick<RequestOptions, 'agent' | 'lookup'>

/** How a request gets to a judged URL: to the addresses that its host has now and to no others, or through the proxy. */
export async function reachHost(url: CheckedUrl, reach: Reach): Promise<Way> {
  expectNoTransaction('Another host was asked')
  const proxyUrl = chooseProxy(url, reach)
  const addresses = await resolveAddresses(url, { proxyUrl, lookup: reach.lookup })
  return proxyUrl === undefined ? { agent: false, lookup: pinTo(addresses) } : { agent: through(proxyUrl, url) }
}

/** Sends a request by that way, and gives the answer once it has begun. */
export async function openAnswer(
  { protocol }: CheckedUrl,
  href: string,
  options: RequestOptions,
  body?: string | Uint8Array | Readable,
): Promise<IncomingMessage> {
  const request = (protocol === 'http' ? requestHttp : requestHttps)(href, options)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve)
  // Whatever breaks a begun answer is told by its own stream; and whoever stops reading ends the request.
  request.on('error', reject)
  // An answer that changes the protocol is closed without a word, and would be waited for beyond any deadline.
  request.once('close', () =>
    reject(Object.assign(new Error('the host closed the connection'), { code: 'ECONNRESET' })),
  )
  // Its failure is the request's, which is told as one.
  if (body instanceof Readable) pipeline(body, request).catch(() => {})
  else request.end(body)
  return promise
}

/** A proxy resolves names itself, and in its network we often cannot: then its own rules judge the address. */
async function resolveAddresses(
  url: CheckedUrl,
  { proxyUrl, lookup }: Pick<Reach, 'proxyUrl' | 'lookup'>,
): Promise<readonly string[]> {
  return pinAddress(url, lookup).catch((error: unknown) => {
    if (proxyUrl && error instanceof GitError && error.code === 'repository_unreachable') return []
    throw error
  })
}

/** Beside the usual ones: the private authority is that of one host, and others are mostly public. */
export function readAuthorities(caFile: string | undefined): { ca?: string[] } {
  return caFile === undefined ? {} : { ca: [...getCACertificates(), readFileSync(caFile, 'utf8')] }
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
