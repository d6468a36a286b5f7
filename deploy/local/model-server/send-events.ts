import type { ServerResponse } from 'node:http'
import type { StreamEvent } from './protocols/protocol.ts'

export function sendEvents(response: ServerResponse, events: StreamEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const { name, data } of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${name ? `event: ${name}\n` : ''}data: ${text}\n\n`)
  }
  response.end()
}
