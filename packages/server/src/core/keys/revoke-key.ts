import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Scope, withinScope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'

/** Each request reads its key again, so the next one is rejected in every process. */
export async function revokeKey(db: Kysely<Tables>, scope: Scope, keyId: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { organization_id } = await trx
      .updateTable('api_key')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('id', '=', keyId)
      .where(withinScope(scope))
      .returning('organization_id')
      .executeTakeFirstOrThrow(() => new OperatorError(`There is no key ${keyId}.`))
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'key.revoke', target: keyId })
  })
}
