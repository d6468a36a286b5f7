import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { OperatorError } from '../../operator-error.ts'

interface ExpireOptions {
  /** Also where it is the current export of its domain, which then has none. */
  withdraw?: boolean
}

/** Ends the time of an export's files now: the API answers 410 from its next request on, and a worker deletes them. */
export async function expireExport(
  db: Kysely<Tables>,
  exportId: string,
  actor: Actor,
  { withdraw = false }: ExpireOptions = {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await releaseDomain(trx, exportId, actor, withdraw)
    const { organization_id } = await trx
      .updateTable('export')
      .set({ retained_until: sql<Date>`now()` })
      .where('id', '=', exportId)
      .where('status', '=', 'completed')
      .returning('organization_id')
      .executeTakeFirstOrThrow(() => new OperatorError(`There is no completed export ${exportId}.`))
    await trx
      .insertInto('export_remains')
      .values({ export_id: exportId, kind: 'files', due_at: sql<Date>`now()` })
      .onConflict((conflict) => conflict.columns(['export_id', 'kind']).doUpdateSet({ due_at: sql<Date>`now()` }))
      .execute()
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'export.expire', target: exportId })
  })
}

/** Held before the export is: who publishes takes the two in the same order. */
async function releaseDomain(trx: Transaction<Tables>, exportId: string, actor: Actor, withdraw: boolean) {
  const current = await trx
    .selectFrom('domain')
    .select(['name', 'organization_id as organizationId'])
    .where('current_export', '=', exportId)
    .forUpdate()
    .executeTakeFirst()
  if (!current) return
  const { name, organizationId } = current
  if (!withdraw) {
    throw new OperatorError(
      `${exportId} is the current export of ${name}: its hosts serve it. Publish another one first, or add --withdraw.`,
    )
  }
  await trx
    .updateTable('domain')
    .set({ current_export: null, published_at: null, pinned_at: null, pinned_by: null, pin_reason: null })
    .where('name', '=', name)
    .where('organization_id', '=', organizationId)
    .execute()
  await recordAudit(trx, actor, { organizationId, action: 'domain.withdraw', target: `${name} ${exportId}` })
}
