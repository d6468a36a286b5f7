import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { exportPrefix, projectPrefix } from '../../storage/object-keys.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { readProject } from './read-project.ts'

/** Objects before rows and once more after them, as for an organization. */
export async function deleteProject(
  db: Kysely<Tables>,
  store: Pick<ObjectStore, 'deletePrefix'>,
  id: string,
  actor: Actor,
  organizationId?: string,
): Promise<{ objects: number }> {
  const { organization_id } = await readProject(db, id, organizationId)
  const exports = await db.selectFrom('export').select('id').where('project_id', '=', id).execute()
  const prefixes = [projectPrefix(organization_id, id), ...exports.map((row) => exportPrefix(organization_id, row.id))]
  const before = await deleteAll(store, prefixes)
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('quota').where('subject', '=', id).execute()
    await trx.deleteFrom('project').where('id', '=', id).execute()
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'project.delete', target: id })
  })
  return { objects: before + (await deleteAll(store, prefixes)) }
}

async function deleteAll(store: Pick<ObjectStore, 'deletePrefix'>, prefixes: readonly string[]): Promise<number> {
  let objects = 0
  for (const prefix of prefixes) objects += await store.deletePrefix(prefix)
  return objects
}
