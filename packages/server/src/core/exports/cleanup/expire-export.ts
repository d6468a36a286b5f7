import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { OperatorError } from '../../operator-error.ts'

/** Ends the time of an export's files now: the API answers 410 from its next request on, and a worker deletes them. */
export async function expireExport(db: Kysely<Tables>, exportId: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
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
