import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'

/** The next request with it is refused, in every process. */
export async function revokeHostKey(db: Kysely<Tables>, id: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('host_key')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(
        () => new OperatorError(`There is no host key ${id}. \`admin host-key list\` names them.`),
      )
    await recordAudit(trx, actor, { organizationId: null, action: 'host-key.revoke', target: id })
  })
}
