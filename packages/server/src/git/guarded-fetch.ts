import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { checkRepositoryUrl } from './check-repository-url.ts'
import { openAnswer, type Reach, reachHost, readAuthorities } from './reach-host.ts'

/**
 * `fetch` for an address that somebody outside has named, under the rules that hold for clone URLs: judged, resolved
 * once, judged again and connected to as it is. A redirect is an answer like any other. Bodies are texts or bytes.
 */
export function createGuardedFetch(reach: Reach): typeof fetch {
  return async (input, init = {}) => {
    const href = input instanceof Request ? input.url : String(input)
    const checked = checkRepositoryUrl(href.split('?', 1)[0] ?? '', reach.policy)
    const way = { ...(await reachHost(checked, reach)), ...readAuthorities(reach.caFile) }
    const headers = { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' }
    const { method = 'GET', signal, body: sent } = init
    const options = { ...way, method, headers, ...(signal && { signal }) }
    const answer = await openAnswer(checked, href, options, (sent ?? undefined) as string | Uint8Array | undefined)
    const status = answer.statusCode ?? 0
    const body = status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
    return new Response(body, { status, headers: toHeaders(answer) })
  }
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return headers
}
