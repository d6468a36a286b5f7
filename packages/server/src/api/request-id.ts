import { randomUUID } from 'node:crypto'
import type { ApiContext } from './client-address.ts'

// A caller's own id ties our log to his; it goes into headers, bodies and logs, so only plain characters pass.
const sane = /^[A-Za-z0-9._-]{1,64}$/

export function readRequestId(c: ApiContext): string {
  const given = c.req.header('x-request-id')
  return given !== undefined && sane.test(given) ? given : randomUUID()
}
