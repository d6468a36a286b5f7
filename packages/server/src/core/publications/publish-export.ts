import type { CurrentExport } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../access/caller.ts'
import { AppError } from '../app-error.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { bundleOf, findExport } from '../exports/bundles/find-bundle.ts'
import { type HeldDomain, holdDomain, readCurrent } from './hold-domain.ts'
import { writePin } from './pin-domain.ts'

export interface PublishRequest {
  caller: Caller
  domain: string
  exportId: string
  /** Pins the domain too, or moves its pin here. */
  pin?: string | undefined
  actor: Actor
}

/** Makes an export the current one of its domain, whatever its ref or paths. Doing it again changes nothing. */
export async function publishExport(db: Kysely<Tables>, request: PublishRequest): Promise<CurrentExport> {
  return db.transaction().execute(async (trx) => {
    const held = await holdDomain(trx, request.caller, request.domain)
    return makeCurrent(trx, held, request, { cause: 'publish' })
  })
}

/** In the transaction that holds the domain: export, history, pin and audit are there together or not at all. */
export async function makeCurrent(
  trx: Transaction<Tables>,
  held: HeldDomain,
  { caller, exportId, pin, actor }: Omit<PublishRequest, 'domain'>,
  { cause, expectChange }: { cause: 'publish' | 'rollback'; expectChange?: () => Promise<void> },
): Promise<CurrentExport> {
  const { organization_id: organizationId, name } = held
  await expectPublishable(trx, held, caller, exportId)
  if (held.pinned_at !== null && pin === undefined) throw pinned(held)
  await expectChange?.()
  if (held.current_export !== exportId) {
    await sql`select make_current(${organizationId}, ${name}, export, ${cause}, ${actor.name})
      from export where id = ${exportId}`.execute(trx)
    const action = cause === 'publish' ? 'domain.publish' : 'domain.rollback'
    await recordAudit(trx, actor, { organizationId, action, target: `${name} ${exportId}` })
  }
  if (pin !== undefined) await writePin(trx, held, { reason: pin, actor })
  return readCurrent(trx, held)
}

async function expectPublishable(trx: Transaction<Tables>, held: HeldDomain, caller: Caller, exportId: string) {
  // Held, so that nobody ends the time of its files meanwhile.
  await trx.selectFrom('export').select('id').where('id', '=', exportId).forUpdate().execute()
  const found = await findExport(trx, caller, exportId)
  if (found.domain !== held.name || found.project_id !== held.project_id) {
    const sentence = `This export is of ${found.domain}, so it cannot be published as ${held.name}. Name one of ${held.name}.`
    throw new AppError('export_of_another_domain', sentence)
  }
  bundleOf(found)
}

function pinned({ name, pin_reason }: HeldDomain): AppError {
  const why = pin_reason === null ? '' : ` (${pin_reason})`
  return new AppError(
    'domain_pinned',
    `${name} is pinned to its current export${why}. Unpin it first, or pin this one.`,
  )
}
