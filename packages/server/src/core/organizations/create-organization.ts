import type { Kysely, Transaction } from 'kysely'
import type { Plan, Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { DomainSettings } from '../domains/domain-settings.ts'
import { makeId } from '../make-id.ts'
import { OperatorError } from '../operator-error.ts'

interface NewOrganization {
  name: string
  plan: Plan
}

interface OrganizationRequest extends NewOrganization {
  domainMode: DomainSettings['mode']
  /** The operator confirmed that the organizations of this installation trust each other. */
  trustsDomains?: boolean | undefined
}

export async function createOrganization(
  db: Kysely<Tables>,
  { name, plan, domainMode, trustsDomains = false }: OrganizationRequest,
  actor: Actor,
): Promise<NewOrganization & { id: string }> {
  return db.transaction().execute(async (trx) => {
    if (domainMode === 'trusted' && !trustsDomains) await refuseSecond(trx)
    return insertOrganization(trx, { name, plan }, actor)
  })
}

/** Without proof a domain belongs to the organization that names it first, which is safe only among friends. */
async function refuseSecond(trx: Transaction<Tables>): Promise<void> {
  const other = await trx.selectFrom('organization').select('id').limit(1).executeTakeFirst()
  if (!other) return
  throw new OperatorError(
    'This would be the second organization, and BINDERY_DOMAINS=trusted gives a domain to the organization that names it first. Set BINDERY_DOMAINS=verified, or confirm that all organizations trust each other: with --trust-domains, or by the box in the dashboard.',
  )
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
