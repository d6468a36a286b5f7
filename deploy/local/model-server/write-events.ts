import type { StreamEvent } from './protocols/protocol.ts'

/** As server-sent events. */
export function writeEvents(events: StreamEvent[]): string {
  return events.map(({ name, data }) => `${name ? `event: ${name}\n` : ''}data: ${writeData(data)}\n\n`).join('')
}

function writeData(data: StreamEvent['data']): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}
