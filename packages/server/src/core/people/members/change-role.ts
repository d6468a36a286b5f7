import type { Kysely } from 'kysely'
import type { Role, Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { OperatorError } from '../../operator-error.ts'
import { expectAnotherAdmin, holdMember } from './hold-member.ts'

export async function changeRole(
  db: Kysely<Tables>,
  { organizationId, personId, role }: { organizationId: string; personId: string; role: Role },
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const member = await holdMember(trx, organizationId, personId)
    if (member.fromGroup) {
      throw new OperatorError(
        `The role of ${member.name} comes from a group of the identity provider. Change it there.`,
      )
    }
    if (member.role === role) return
    if (member.role === 'admin') await expectAnotherAdmin(trx, organizationId, member)
    await trx
      .updateTable('membership')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('person_id', '=', personId)
      .execute()
    await recordAudit(trx, actor, { organizationId, action: `member.make-${role}`, target: personId })
  })
}
