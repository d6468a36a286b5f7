import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Who acts, and from where. */
export interface Actor {
  name: 'operator' | 'service' | `key:${string}` | `host:${string}` | `person:${string}`
  address: string | null
  requestId: string | null
}

export const operator: Actor = { name: 'operator', address: null, requestId: null }

/** For what nobody asked for, but follows from something else. */
export const service: Actor = { name: 'service', address: null, requestId: null }

export interface AuditEntry {
  /** Null for what concerns the installation, or a person as such. */
  organizationId: string | null
  /** `<thing>.<verb>`, such as `key.revoke`. */
  action: string
  target: string
}

/** Takes the transaction of the change itself, so that neither is ever there without the other. */
export async function recordAudit(trx: Kysely<Tables>, actor: Actor, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      organization_id: entry.organizationId,
      actor: actor.name,
      address: actor.address,
      action: entry.action,
      target: entry.target,
      outcome: 'done',
      request_id: actor.requestId,
    })
    .execute()
}
