import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type CheckedUrl, checkRepositoryUrl } from './check-repository-url.ts'
import { GitError } from './git-error.ts'
import { openAnswer, type Reach, reachHost, readAuthorities } from './reach-host.ts'

/**
 * `fetch` for an address that somebody outside has named, under the rules that hold for clone URLs: judged, resolved
 * once, judged again and connected to as it is. A redirect is an answer like any other. Bodies are texts or bytes.
 */
export function createGuardedFetch(reach: Reach): typeof fetch {
  return createFetch((href) => ({ checked: checkRepositoryUrl(href.split('?', 1)[0] ?? '', reach.policy), reach }))
}

/**
 * `fetch` for an address of the operator's own settings: wherever it leads, but by the same way out. Without TLS it is
 * an address of his own network, and the proxy for https is not asked.
 */
export function createOperatorFetch(reach: Reach): typeof fetch {
  return createFetch((href) => {
    const url = new URL(href)
    const protocol = url.protocol === 'http:' ? 'http' : 'https'
    const port = Number(url.port) || (protocol === 'http' ? 80 : 443)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const proxyUrl = protocol === 'https' ? reach.proxyUrl : undefined
    return { checked: { href, protocol, host, port, allowListed: true }, reach: { ...reach, proxyUrl } }
  })
}

function createFetch(find: (href: string) => { checked: CheckedUrl; reach: Reach }): typeof fetch {
  return async (input, init = {}) => {
    const href = input instanceof Request ? input.url : String(input)
    const { checked, reach } = find(href)
    const headers = { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' }
    const { method = 'GET', signal, body } = init
    try {
      const way = { ...(await reachHost(checked, reach)), ...readAuthorities(reach.caFile) }
      const options = { ...way, method, headers, ...(signal && { signal }) }
      return toResponse(
        await openAnswer(checked, href, options, (body ?? undefined) as string | Uint8Array | undefined),
      )
    } catch (cause) {
      signal?.throwIfAborted()
      // As `fetch` says it: libraries tell by these words that nobody was reached.
      throw isUnreached(cause) ? new TypeError('fetch failed', { cause }) : cause
    }
  }
}

/** A host that is not known, or whatever the network and TLS say; a refusal of ours is none of these. */
function isUnreached(cause: unknown): boolean {
  const { code } = Object(cause) as { code?: unknown }
  return cause instanceof GitError ? code === 'repository_unreachable' : typeof code === 'string'
}

function toResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0
  const body = status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers: toHeaders(answer) })
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return headers
}
