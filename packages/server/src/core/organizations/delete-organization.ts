import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { organizationPrefix } from '../../storage/object-keys.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { readOrganization } from './read-organization.ts'

/**
 * Objects before rows, so that a failure leaves something to run the command on again; and once more after the rows,
 * for what a job in flight wrote in between.
 */
export async function deleteOrganization(
  db: Kysely<Tables>,
  store: Pick<ObjectStore, 'deletePrefix'>,
  id: string,
  actor: Actor,
): Promise<{ objects: number }> {
  await readOrganization(db, id)
  const before = await store.deletePrefix(organizationPrefix(id))
  await db.transaction().execute(async (trx) => {
    const projects = trx.selectFrom('project').select('id').where('organization_id', '=', id)
    await trx
      .deleteFrom('quota')
      .where((is) => is.or([is('subject', '=', id), is('subject', 'in', projects)]))
      .execute()
    await trx.deleteFrom('organization').where('id', '=', id).execute()
    await recordAudit(trx, actor, { organizationId: id, action: 'organization.delete', target: id })
  })
  return { objects: before + (await store.deletePrefix(organizationPrefix(id))) }
}
