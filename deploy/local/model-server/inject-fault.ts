import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** A trailing `!` means: for ever. After `slow:MS` the answer still comes. */
export async function injectFault(
  fault: string,
  response: ServerResponse,
  { type, text }: { type: string; text: string },
): Promise<'failed' | 'slowed'> {
  const [kind = '', detail = ''] = fault.replace(/!$/, '').split(':')
  switch (kind) {
    case 'slow':
      await setTimeout(Number(detail))
      return 'slowed'
    case 'hang':
      return 'failed'
    case 'cut':
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
      response.write(text.slice(0, text.length / 2), () => response.destroy())
      return 'failed'
    case 'malformed':
      response.writeHead(200, { 'content-type': type }).end(text.slice(0, -3))
      return 'failed'
    case 'flood':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'flood '.repeat(2_000_000)}"`)
      return 'failed'
    default: {
      const status = Number(kind)
      if (!(status >= 300 && status < 600)) throw new Error(`There is no fault ${fault}.`)
      const headers = {
        'content-type': 'application/json',
        ...(status === 429 && { 'retry-after': detail || '1' }),
        ...(status < 400 && { location: '/calls' }),
      }
      const message = `The model server was told to answer ${status}.`
      response.writeHead(status, headers).end(JSON.stringify({ type: 'error', error: { type: 'injected', message } }))
      return 'failed'
    }
  }
}
