import type { Kysely, Transaction } from 'kysely'
import type { Plan, Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { makeId } from '../make-id.ts'

interface NewOrganization {
  name: string
  plan: Plan
}

export async function createOrganization(
  db: Kysely<Tables>,
  request: NewOrganization,
  actor: Actor,
): Promise<NewOrganization & { id: string }> {
  return db.transaction().execute((trx) => insertOrganization(trx, request, actor))
}

/** The part that creation and the first start share. */
export async function insertOrganization(
  trx: Transaction<Tables>,
  { name, plan }: NewOrganization,
  actor: Actor,
): Promise<NewOrganization & { id: string }> {
  const id = makeId('organization')
  await trx.insertInto('organization').values({ id, name, plan }).execute()
  await recordAudit(trx, actor, { organizationId: id, action: 'organization.create', target: id })
  return { id, name, plan }
}
