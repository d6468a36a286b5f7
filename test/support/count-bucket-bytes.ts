import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BucketBytes {
  read: number
  written: number
}

/** A storage by another address, where every byte that goes over it is counted. */
export interface CountedBucket extends AsyncDisposable {
  endpoint: string
  /** Since it was asked last. */
  take(): BucketBytes
}

export async function countBucketBytes(endpoint: string): Promise<CountedBucket> {
  const { hostname, port } = new URL(endpoint)
  const open = new Set<Socket>()
  let counted: BucketBytes = { read: 0, written: 0 }
  const server = createServer((client) => {
    const storage = connect(Number(port), hostname)
    for (const [socket, other] of [[client, storage] as const, [storage, client] as const]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket)).on('error', () => other.destroy())
      socket.pipe(other)
    }
    client.on('data', ({ length }) => {
      counted.written += length
    })
    storage.on('data', ({ length }) => {
      counted.read += length
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = counted
      counted = { read: 0, written: 0 }
      return taken
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
