import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Trap extends AsyncDisposable {
  origin: string
  /** The paths that somebody asked for. */
  asked: Set<string>
}

/** A server that nobody has reason to ask; it answers with script, in case somebody runs what he gets. */
export async function startTrap(): Promise<Trap> {
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    asked.add(request.url ?? '')
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
      .end('__pwned(-1)')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
