import { hash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Answer } from './server.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** With the bare module: `fetch` would fix an address before it is sent. */
export async function ask(port: number, path: string, host = `127.0.0.1:${port}`): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ agent, port, path, headers: { host } }, async (message) => {
      try {
        const { statusCode = 0, headers } = message
        const { location, 'content-type': type, 'cache-control': caching } = headers
        const sniffing = headers['x-content-type-options']?.toString()
        resolve({
          status: statusCode,
          location: location === undefined ? undefined : normalize(location, host),
          // A file of no known type may go without one.
          type: (type ?? 'application/octet-stream').replace(/;.*/, ''),
          caching,
          sniffing,
          body: hash('sha256', await buffer(message)).slice(0, 16),
        })
      } catch (error) {
        reject(error)
      }
    })
    asking.on('error', reject).end()
  })
}

/** Servers may name themselves and encode more or fewer signs. */
export function normalize(location: string, host: string): string {
  const own = location.replace(`http://${host}`, '')
  try {
    return decodeURIComponent(Buffer.from(own, 'latin1').toString())
  } catch {
    return own
  }
}
