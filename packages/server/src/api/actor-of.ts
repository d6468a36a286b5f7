import type { Actor } from '../core/audit/record-audit.ts'
import type { KeyRow } from '../db/statements/key-row.ts'
import type { Exchange } from './exchange.ts'

export function actorOf({ address, requestId }: Exchange, { key_id }: KeyRow): Actor {
  return { name: `key:${key_id}`, address, requestId }
}
