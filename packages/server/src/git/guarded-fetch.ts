import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { checkRepositoryUrl } from './check-repository-url.ts'
import { type Reach, reachHost, readAuthorities } from './reach-host.ts'

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
    const send = checked.protocol === 'http' ? requestHttp : requestHttps
    const sent = send(href, {
      ...way,
      method: init.method ?? 'GET',
      headers,
      ...(init.signal && { signal: init.signal }),
    })
    sent.end(init.body ?? undefined)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    // Once the answer has begun, whatever breaks it is told by the answer's own stream.
    sent.on('error', () => {})
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
