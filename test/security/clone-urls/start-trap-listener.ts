import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export interface TrapListener extends AsyncDisposable {
  port: number
  /** How often somebody connected. */
  connections: () => number
}

/** A port that nobody may ever reach: it only counts who comes. */
export async function startTrapListener(): Promise<TrapListener> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.destroy()
  })
  await once(server.listen(0), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
