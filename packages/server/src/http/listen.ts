import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served {
  port: number
  /** Takes no new connections, lets requests in flight end, and cuts what is still there at the deadline. */
  close(deadlineMs: number): Promise<void>
}

export async function listen(server: Server, { address, port }: { address: string; port: number }): Promise<Served> {
  server.listen(port, address)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: (deadlineMs) => close(server, deadlineMs) }
}

async function close(server: Server, deadlineMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose request has just ended becomes idle only now.
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), deadlineMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
