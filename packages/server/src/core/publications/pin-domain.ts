import type { CurrentExport } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../access/caller.ts'
import { AppError } from '../app-error.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type HeldDomain, holdDomain, readCurrent } from './hold-domain.ts'

interface PinRequest {
  caller: Caller
  domain: string
  reason: string | null
  actor: Actor
}

/** The domain stays at its current export until it is unpinned. */
export async function pinDomain(db: Kysely<Tables>, { caller, domain, reason, actor }: PinRequest) {
  return db.transaction().execute(async (trx): Promise<CurrentExport> => {
    const held = await holdDomain(trx, caller, domain)
    if (held.current_export === null) {
      const sentence = `${held.name} has no current export yet, so there is nothing to pin it to. Publish one first.`
      throw new AppError('nothing_published', sentence)
    }
    await writePin(trx, held, { reason, actor })
    return readCurrent(trx, held)
  })
}

/** The same pin again changes nothing. */
export async function writePin(
  trx: Transaction<Tables>,
  { organization_id: organizationId, name, pinned_at, pin_reason }: HeldDomain,
  { reason, actor }: Pick<PinRequest, 'reason' | 'actor'>,
): Promise<void> {
  if (pinned_at !== null && pin_reason === reason) return
  await trx
    .updateTable('domain')
    .set({ pinned_at: sql<Date>`date_trunc('milliseconds', now())`, pinned_by: actor.name, pin_reason: reason })
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .execute()
  await recordAudit(trx, actor, { organizationId, action: 'domain.pin', target: name })
}

/** What completed while it was pinned is not published by this. */
export async function unpinDomain(db: Kysely<Tables>, { caller, domain, actor }: Omit<PinRequest, 'reason'>) {
  return db.transaction().execute(async (trx): Promise<CurrentExport> => {
    const held = await holdDomain(trx, caller, domain)
    const { organization_id: organizationId, name } = held
    if (held.pinned_at !== null) {
      await trx
        .updateTable('domain')
        .set({ pinned_at: null, pinned_by: null, pin_reason: null })
        .where('organization_id', '=', organizationId)
        .where('name', '=', name)
        .execute()
      await recordAudit(trx, actor, { organizationId, action: 'domain.unpin', target: name })
    }
    return readCurrent(trx, held)
  })
}
