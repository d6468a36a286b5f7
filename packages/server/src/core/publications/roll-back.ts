import type { CurrentExport } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import { type HeldDomain, holdDomain } from './hold-domain.ts'
import { makeCurrent, type PublishRequest } from './publish-export.ts'

interface RollBackRequest extends Omit<PublishRequest, 'exportId'> {
  /** Undefined for the one before. */
  exportId: string | undefined
  idempotencyKey: string | undefined
}

/** Goes back to an export, by default to the one before; each time once more goes further back. */
export async function rollBack(
  db: Kysely<Tables>,
  request: RollBackRequest,
): Promise<{ answer: CurrentExport; replayed: boolean }> {
  const { caller, domain, exportId, pin, idempotencyKey } = request
  return db.transaction().execute(async (trx) => {
    const held = await holdDomain(trx, caller, domain)
    const once = {
      organizationId: caller.organization_id,
      key: idempotencyKey,
      operation: 'rollBack',
      body: { domain: held.name, exportId, pin },
    }
    return oncePerKey(trx, once, async () => {
      const target = exportId ?? (await findEarlier(trx, held))
      return makeCurrent(trx, held, { ...request, exportId: target }, 'rollback')
    })
  })
}

/** Of those that were current the newest that was started before the current one, so that it never leads forth again. */
async function findEarlier(trx: Transaction<Tables>, { organization_id, name, current_export }: HeldDomain) {
  const { rows } = await sql<{ id: string }>`
    select export.id from publication join export on export.id = publication.export_id
    where publication.organization_id = ${organization_id} and publication.domain = ${name}
      and (export.retained_until is null or export.retained_until > now())
      and (export.created_at, export.id) < (select created_at, id from export where id = ${current_export})
    order by export.created_at desc, export.id desc limit 1`.execute(trx)
  const [earlier] = rows
  if (earlier) return earlier.id
  throw new AppError(
    'nothing_to_roll_back_to',
    `No earlier export of ${name} was current whose files are still kept. Publish one by its id.`,
  )
}
