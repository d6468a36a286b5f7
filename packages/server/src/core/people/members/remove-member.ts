import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { expectAnotherAdmin, holdMember } from './hold-member.ts'
import { listKeysMadeBy } from './list-members.ts'

interface RemovedMember {
  name: string
  /** Made by the one who left, and still alive. */
  keys: { id: string; name: string; prefix: string }[]
}

/** Open pages lose the organization at their next request; who belongs nowhere now is signed out as well. */
export async function removeMember(
  db: Kysely<Tables>,
  { organizationId, personId }: { organizationId: string; personId: string },
  actor: Actor,
): Promise<RemovedMember> {
  return db.transaction().execute(async (trx) => {
    const member = await holdMember(trx, organizationId, personId)
    if (member.role === 'admin') await expectAnotherAdmin(trx, organizationId, member)
    await trx
      .deleteFrom('membership')
      .where('organization_id', '=', organizationId)
      .where('person_id', '=', personId)
      .execute()
    await endSessionsOfHomeless(trx, personId)
    await recordAudit(trx, actor, { organizationId, action: 'member.remove', target: personId })
    return { name: member.name, keys: await listKeysMadeBy(trx, organizationId, personId) }
  })
}

async function endSessionsOfHomeless(trx: Transaction<Tables>, personId: string): Promise<void> {
  await sql`
    delete from session where person_id = ${personId}
      and not exists (select from membership where person_id = ${personId})
      and not exists (select from person where id = ${personId} and is_operator)`.execute(trx)
}
