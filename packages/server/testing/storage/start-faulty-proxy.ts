import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fault = 'unavailable' | 'reset' | 'cut' | 'flipped' | 'stalled'

export interface FaultyProxy {
  endpoint: string
  /** Faults of the answers to come, in this order; then all is well again. */
  faults: (Fault | undefined)[]
  requests: number
  close(): Promise<void>
}

/** The real storage behind a line that breaks on demand. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { endpoint: '', faults: [], requests: 0, close }
  const server = http.createServer((request, response) => {
    proxy.requests += 1
    const fault = proxy.faults.shift()
    if (fault === 'reset') return void request.socket.destroy()
    if (fault === 'unavailable') return void response.writeHead(503).end()
    forward(target, request, response, fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy

  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

function forward(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  const { method, url, headers } = request
  const onward = http.request(new URL(url ?? '/', target), { method, headers }, async (answer) => {
    const body = Buffer.concat(await answer.toArray())
    // Without a length nothing but the digest can tell a cut body from a whole one.
    const { 'content-length': _length, ...rest } = answer.headers
    response.writeHead(answer.statusCode ?? 500, fault === 'cut' ? rest : answer.headers)
    if (fault === 'flipped' && body.length > 0) body[0] = (body[0] ?? 0) ^ 1
    if (fault === 'stalled') return void response.write(body.subarray(0, 1))
    response.end(fault === 'cut' ? body.subarray(0, body.length / 2) : body)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
