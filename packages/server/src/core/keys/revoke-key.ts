import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Every request reads its key anew, so the next one is refused already, in every process. Whoever is no operator says
 * whose key it must be.
 */
export async function revokeKey(
  db: Kysely<Tables>,
  keyId: string,
  actor: Actor,
  organizationId?: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { organization_id } = await trx
      .updateTable('api_key')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('id', '=', keyId)
      .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
      .returning('organization_id')
      .executeTakeFirstOrThrow(() => new OperatorError(`There is no key ${keyId}.`))
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'key.revoke', target: keyId })
  })
}
