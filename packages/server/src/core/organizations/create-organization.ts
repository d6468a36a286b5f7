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

export interface DomainTrust {
  domainMode: DomainSettings['mode']
  /** The operator confirmed that the organizations of this installation trust each other. */
  trustsDomains?: boolean | undefined
}

type OrganizationRequest = NewOrganization & DomainTrust

export async function createOrganization(
  db: Kysely<Tables>,
  request: OrganizationRequest,
  actor: Actor,
): Promise<NewOrganization & { id: string }> {
  return db.transaction().execute((trx) => insertOrganization(trx, request, actor))
}

/** Without proof a domain belongs to the organization that names it first, which is safe only among friends. */
async function refuseSecond(trx: Transaction<Tables>): Promise<void> {
  if (!(await hasOrganization(trx))) return
  throw new OperatorError(
    'This would be the second organization, and BINDERY_DOMAINS=trusted gives a domain to the organization that names it first. Set BINDERY_DOMAINS=verified, or confirm that all organizations trust each other: with --trust-domains, or by the box in the dashboard.',
  )
}

export async function hasOrganization(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The part that creation and the first start share. */
export async function insertOrganization(
  trx: Transaction<Tables>,
  { name, plan, domainMode, trustsDomains = false }: OrganizationRequest,
  actor: Actor,
): Promise<NewOrganization & { id: string }> {
  if (domainMode === 'trusted' && !trustsDomains) await refuseSecond(trx)
  const id = makeId('organization')
  await trx.insertInto('organization').values({ id, name, plan }).execute()
  await recordAudit(trx, actor, { organizationId: id, action: 'organization.create', target: id })
  return { id, name, plan }
}
