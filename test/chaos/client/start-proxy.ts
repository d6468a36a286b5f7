import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Proxy extends AsyncDisposable {
  url: string
  requests(): number
  cut(): number
}

/** Stands between a client and the service, counts requests, and loses the responses that are to be cut. */
export async function startProxy(
  target: string,
  isCut: (incoming: IncomingMessage) => boolean = () => false,
): Promise<Proxy> {
  const counts = { requests: 0, cut: 0 }
  const server = createServer(async (incoming, outgoing) => {
    counts.requests++
    const { status, headers, body } = await passOn(target, incoming)
    if (isCut(incoming)) {
      counts.cut++
      return void outgoing.destroy()
    }
    const { 'transfer-encoding': _, ...sent } = headers
    outgoing.writeHead(status, sent).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => counts.requests,
    cut: () => counts.cut,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function passOn(target: string, incoming: IncomingMessage) {
  const { method, url = '/', headers } = incoming
  const outgoing = request(new URL(url, target), { method, headers })
  outgoing.end(await buffer(incoming))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}
