import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { OperatorError } from '../../operator-error.ts'

export async function withdrawInvitation(
  db: Kysely<Tables>,
  { organizationId, invitationId }: { organizationId: string; invitationId: string },
  actor: Actor,
): Promise<{ email: string }> {
  return db.transaction().execute(async (trx) => {
    const { email } = await trx
      .deleteFrom('invitation')
      .where('hash', '=', Buffer.from(invitationId, 'hex'))
      .where('organization_id', '=', organizationId)
      .returning('email')
      .executeTakeFirstOrThrow(() => new OperatorError('This invitation is no longer open. Reload the list.'))
    await recordAudit(trx, actor, { organizationId, action: 'member.withdraw', target: email })
    return { email }
  })
}
