import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { makeId } from '../../make-id.ts'
import { OperatorError } from '../../operator-error.ts'
import { type DomainTrust, insertOrganization } from '../../organizations/create-organization.ts'
import { checkNewPassword, parseEmail, parseName } from '../check-person-details.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { isSetUp } from './is-set-up.ts'
import { hashSetupCode } from './offer-setup-code.ts'

export interface SetupClaim extends DomainTrust {
  code: string
  email: string
  name: string
  password: string
  /** Empty for none: the operator may make organizations later. */
  organizationName: string
}

/** The first person, who is operator of the installation and admin of its first organization. */
export async function claimSetup(
  db: Kysely<Tables>,
  claim: SetupClaim,
  from: { address: string | null; requestId: string | null },
): Promise<{ personId: string; organizationId: string | null }> {
  const email = parseEmail(claim.email)
  const name = parseName(claim.name)
  const organizationName = claim.organizationName.trim() && parseName(claim.organizationName)
  checkNewPassword(claim.password, email)
  await expectCode(db, claim.code)
  const password = await hashPassword(claim.password)
  const id = makeId('person')
  const actor = { name: `person:${id}`, ...from } as const
  return db.transaction().execute(async (trx) => {
    await takeCode(trx, claim.code)
    // Whoever reads the server's output is its operator, so the address needs no further proof.
    const proven = { is_operator: true, email_proven_at: sql<Date>`now()` }
    await trx
      .insertInto('person')
      .values({ id, email, name, password, ...proven })
      .execute()
    await recordAudit(trx, actor, { organizationId: null, action: 'person.create', target: id })
    if (organizationName === '') return { personId: id, organizationId: null }
    const { domainMode, trustsDomains } = claim
    const request = { name: organizationName, plan: 'enterprise', domainMode, trustsDomains } as const
    const organization = await insertOrganization(trx, request, actor)
    const membership = { person_id: id, organization_id: organization.id, role: 'admin' as const }
    await trx.insertInto('membership').values(membership).execute()
    return { personId: id, organizationId: organization.id }
  })
}

/** Of two claims at once, the second waits here for the first and then finds somebody. */
async function takeCode(trx: Transaction<Tables>, code: string): Promise<void> {
  await sql`lock table person in share row exclusive mode`.execute(trx)
  await expectCode(trx, code)
  await trx.deleteFrom('setup_code').execute()
}

/** Also before the password is hashed: without a code nobody makes us work. */
async function expectCode(db: Kysely<Tables>, code: string): Promise<void> {
  const found = await db
    .selectFrom('setup_code')
    .select('hash')
    .where('hash', '=', hashSetupCode(code))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  // After the code: a claim that was done in between has taken it, and its person is there by now.
  if (await isSetUp(db)) throw new OperatorError('This installation is set up already. Sign in instead.')
  if (found) return
  throw new OperatorError(
    'This code is not right. The newest one stands in the output of the API, which prints one at each start.',
  )
}
