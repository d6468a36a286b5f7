import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import type { Scope } from '../access/scope.ts'
import { type Actor, recordAudit, service } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { useQuota } from '../quotas/use-quota.ts'
import type { DomainSettings } from './domain-settings.ts'
import { type FoundDomain, findDomain } from './find-domain.ts'
import { describeProof } from './proof/describe-proof.ts'
import { findProofFaults } from './proof/find-proof-faults.ts'

interface VerifyDeps {
  db: Kysely<Tables>
  domains: DomainSettings
  reach: Reach
}

interface DomainToVerify {
  name: string
  projectId?: string | undefined
}

/** Each one asks other hosts, so an organization may not do it without end. */
const checksPerHour = 60

/** Looks for the proof outside of any transaction, and writes down that it was there. */
export async function verifyDomain(
  { db, domains, reach }: VerifyDeps,
  scope: Scope,
  query: DomainToVerify,
  actor: Actor,
) {
  const claim = await findDomain(db, scope, query)
  if (claim.verifiedAt) return { name: claim.name, verifiedAt: claim.verifiedAt }
  await useQuota(db, { subject: claim.organizationId, name: 'domain checks', limit: checksPerHour })
  const faults = await findProofFaults(claim, { reach, dnsServers: domains.dnsServers })
  if (faults.length > 0) throw unproven(claim, faults, reach)
  return recordProof(db, claim, actor)
}

/** Without any proof, by the operator's word. */
export async function overrideProof(db: Kysely<Tables>, scope: Scope, query: DomainToVerify, actor: Actor) {
  return recordProof(db, await findDomain(db, scope, query), actor)
}

/** The domain belongs to this organization from now on: a domain may change hands, and the newest proof counts. */
async function recordProof(db: Kysely<Tables>, { name, organizationId, token }: FoundDomain, actor: Actor) {
  return db.transaction().execute(async (trx) => {
    // Of two proofs at the same moment the second waits here, and is then the newer one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${name}`}, 0))`.execute(trx)
    await takeFromOthers(trx, name, organizationId)
    const { verifiedAt } = await trx
      .updateTable('domain')
      .set({ verified_at: sql<Date>`now()` })
      .where('name', '=', name)
      .where('organization_id', '=', organizationId)
      // The proof that was found is for this token; another organization's proof may have replaced it meanwhile.
      .where('token', '=', token)
      .returning('verified_at as verifiedAt')
      .executeTakeFirstOrThrow(
        () => new OperatorError(`The claim of ${name} changed during the check. Reload the page and verify again.`),
      )
    await recordAudit(trx, actor, { organizationId, action: 'domain.verify', target: name })
    return { name, verifiedAt }
  })
}

/** The former holder must prove the domain again, with a new value: its old record may still be in the zone. */
async function takeFromOthers(trx: Transaction<Tables>, name: string, organizationId: string): Promise<void> {
  const others = await trx
    .updateTable('domain')
    .set({ verified_at: null, token: sql<string>`default` })
    .where('name', '=', name)
    .where('organization_id', '<>', organizationId)
    .where('verified_at', 'is not', null)
    .returning('organization_id as organizationId')
    .execute()
  for (const other of others) {
    // In their log, and not in whose name: that is another tenant's business.
    await recordAudit(trx, service, { ...other, action: 'domain.unverify', target: name })
  }
}

function unproven(claim: FoundDomain, faults: readonly string[], { policy }: Reach): OperatorError {
  const { record, value, file } = describeProof(claim, policy.allowedHosts)
  return new OperatorError(
    `${claim.name} is not verified: ${faults.join('; ')}. Set the TXT record ${record} to ${value}, or put that line into ${file}, and verify again; a new record can take some minutes to be seen.`,
  )
}
