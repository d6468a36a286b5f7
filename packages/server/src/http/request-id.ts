import { randomUUID } from 'node:crypto'
import { holdsKey } from '../core/keys/key-format.ts'
import type { ApiContext } from './client-address.ts'

// A caller's own id ties our log to his; it goes into headers, bodies and logs, so only plain characters pass, and no API key.
const sane = /^[A-Za-z0-9._-]{1,64}$/

export function readRequestId(c: ApiContext): string {
  const given = c.req.header('x-request-id')
  return given !== undefined && sane.test(given) && !holdsKey(given) ? given : randomUUID()
}
