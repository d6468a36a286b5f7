import type { Kysely } from 'kysely'
import type { Plan, Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { makeId } from '../make-id.ts'

export async function createOrganization(
  db: Kysely<Tables>,
  { name, plan }: { name: string; plan: Plan },
  actor: Actor,
): Promise<{ id: string; name: string; plan: Plan }> {
  const id = makeId('organization')
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('organization').values({ id, name, plan }).execute()
    await recordAudit(trx, actor, { organizationId: id, action: 'organization.create', target: id })
  })
  return { id, name, plan }
}
