import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { listen, type Served } from '../http/listen.ts'
import type { Health } from './app-deps.ts'

interface InternalOptions {
  address: string
  port: number
  registry: Registry
  health: Health
}

/** For the operator's own network: figures, and the health of a process that has no other door, such as a worker. */
export async function serveInternal({ address, port, registry, health }: InternalOptions): Promise<Served> {
  const server = createServer(async ({ url }, response) => {
    if (url === '/metrics') return send(response, 200, await registry.metrics(), registry.contentType)
    if (url === '/healthz') return send(response, health.isLively() ? 200 : 503, '')
    if (url === '/readyz') return send(response, (await health.isReady()) ? 200 : 503, '')
    send(response, 404, 'There is /metrics, /healthz and /readyz.\n')
  })
  return listen(server, { address, port })
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
}
