import { domainName } from '@bindery/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readProject } from '../access/read-project.ts'
import type { Scope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type CountLimits, expectBelowLimit } from '../limits/expect-below-limit.ts'
import { OperatorError } from '../operator-error.ts'
import type { DomainSettings } from './domain-settings.ts'

interface NewDomain {
  projectId: string
  name: string
  mode: DomainSettings['mode']
}

/** A domain as it was added; a claim says by its token what has to be proven. */
export interface AddedDomain {
  name: string
  token: string
  verifiedAt: Date | null
}

export async function addDomain(
  db: Kysely<Tables>,
  scope: Scope,
  request: NewDomain,
  actor: Actor,
  limits: CountLimits,
): Promise<AddedDomain> {
  return db.transaction().execute((trx) => insertDomain(trx, scope, request, actor, limits))
}

/**
 * Written in small letters. Where domains are trusted it is unique in the installation from the start; else it is a claim,
 * which says nothing about whether anybody else has it.
 */
export async function insertDomain(
  trx: Transaction<Tables>,
  scope: Scope,
  { projectId, name, mode }: NewDomain,
  actor: Actor,
  limits: CountLimits,
): Promise<AddedDomain> {
  const parsed = domainName.safeParse(name)
  if (!parsed.success) throw new OperatorError(`"${name}" ${parsed.error.issues[0]?.message}.`)
  const domain = parsed.data.toLowerCase()
  const { organization_id } = await readProject(trx, scope, projectId)
  await expectBelowLimit(trx, organization_id, 'domains', limits)
  const added = await trx
    .insertInto('domain')
    .values({ name: domain, organization_id, project_id: projectId, ...(mode === 'verified' && { verified_at: null }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['name', 'token', 'verified_at as verifiedAt'])
    .executeTakeFirstOrThrow(() => taken(domain, mode))
  await recordAudit(trx, actor, { organizationId: organization_id, action: 'domain.add', target: domain })
  return added
}

function taken(domain: string, mode: DomainSettings['mode']): OperatorError {
  return new OperatorError(
    mode === 'verified'
      ? `A project of this organization has the domain ${domain} already.`
      : `The domain ${domain} belongs to a project already.`,
  )
}
