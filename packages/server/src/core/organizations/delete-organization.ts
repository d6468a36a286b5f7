import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { organizationPrefix } from '../../storage/object-keys.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { lockDomains } from '../deletion/lock-domains.ts'
import { deleteSteps, listKnownWorkflows, requestDeletion } from '../deletion/request-deletion.ts'
import { readOrganization } from './read-organization.ts'

/** Its rows are gone at once, nobody sees it any more; its jobs are ended and its files deleted by the workers. */
export async function deleteOrganization(db: Kysely<Tables>, id: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Whatever is begun for an organization shares a lock on its row: it is either seen here or not begun.
    await trx.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute()
    await lockDomains(trx, { organizationId: id })
    await readOrganization(trx, id)
    const workflows = await listKnownWorkflows(trx, { organizationId: id })
    await requestDeletion(trx, { organizationId: id, prefixes: [organizationPrefix(id)], workflows })
    await deleteSteps(trx, { organizationId: id })
    await deleteQuotas(trx, id)
    await deletePeopleOf(trx, id, actor)
    await trx.deleteFrom('organization').where('id', '=', id).execute()
    await recordAudit(trx, actor, { organizationId: id, action: 'organization.delete', target: id })
  })
}

async function deleteQuotas(trx: Transaction<Tables>, id: string): Promise<void> {
  const projects = trx.selectFrom('project').select('id').where('organization_id', '=', id)
  await trx
    .deleteFrom('quota')
    .where((is) => is.or([is('subject', '=', id), is('subject', 'in', projects)]))
    .execute()
}

/** Those who belong to this organization alone go with it, and their sessions, browsers and links; operators stay. */
async function deletePeopleOf(trx: Transaction<Tables>, organizationId: string, actor: Actor): Promise<void> {
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
