import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

/** Those who belong to this organization alone go with it, and their sessions, browsers and links; operators stay. */
export async function deletePeopleOf(trx: Transaction<Tables>, organizationId: string, actor: Actor): Promise<void> {
  const { rows: people } = await sql<{ id: string; email: string }>`
    delete from person where not is_operator
      and exists (select from membership where person_id = person.id and organization_id = ${organizationId})
      and not exists (select from membership where person_id = person.id and organization_id <> ${organizationId})
    returning id, email`.execute(trx)
  for (const { id, email } of people) {
    await trx.deleteFrom('invitation').where('email', '=', email).execute()
    await recordAudit(trx, actor, { organizationId: null, action: 'person.remove', target: id })
  }
  // Somebody on the way in, whose next page would be the organization's.
  await sql`delete from sign_in where strpos(return_to, ${organizationId}) > 0`.execute(trx)
}
