import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { makeId } from '../../make-id.ts'
import { OperatorError } from '../../operator-error.ts'
import { parseEmail, parseName } from '../check-person-details.ts'
import { forgetRecoveryCodes } from '../codes/recovery-codes.ts'
import { endAllSessions } from '../sessions/end-session.ts'
import { type Arrival, type StartedSession, startSession } from '../sessions/start-session.ts'
import { applyGroups } from './apply-groups.ts'
import type { GroupRule } from './group-rules.ts'

/** What the identity provider says, checked by then. */
export interface OidcIdentity {
  issuer: string
  subject: string
  email: string | undefined
  /** By the provider's own word, or because the operator trusts every address that it names. */
  emailVerified: boolean
  name: string | undefined
  groups: readonly string[]
}

/** The provider has asked for whatever factors it wants: no code of ours on top. */
export async function signInWithOidc(
  db: Kysely<Tables>,
  identity: OidcIdentity,
  rules: readonly GroupRule[],
  arrival: Arrival,
): Promise<StartedSession> {
  const { address, requestId = null } = arrival
  const personId = await db.transaction().execute(async (trx) => {
    const from = { address, requestId }
    const id = (await findKnown(trx, identity)) ?? (await link(trx, identity, from)) ?? (await make(trx, identity))
    const actor: Actor = { name: `person:${id}`, ...from }
    await applyGroups(trx, { personId: id, groups: identity.groups, rules }, actor)
    return id
  })
  return startSession(db, { personId, ...arrival })
}

async function findKnown(trx: Transaction<Tables>, { issuer, subject }: OidcIdentity): Promise<string | undefined> {
  const known = await trx
    .selectFrom('person')
    .select('id')
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()
  return known?.id
}

/**
 * A person who has not come by the provider before is known by a verified address, unless the address was proven and
 * has a password: then the password stays the way in. A password with an address that was never proven gives way:
 * whoever chose it had only an invitation's link, which its inviter has too.
 */
async function link(
  trx: Transaction<Tables>,
  identity: OidcIdentity,
  from: Pick<Actor, 'address' | 'requestId'>,
): Promise<string | undefined> {
  if (!identity.emailVerified || identity.email === undefined) return undefined
  const known = await trx
    .selectFrom('person')
    .select(['id', 'email', 'password'])
    .where('email', '=', parseEmail(identity.email))
    .where('oidc_subject', 'is', null)
    .where((is) => is.or([is('password', 'is', null), is('email_proven_at', 'is', null)]))
    .forUpdate()
    .executeTakeFirst()
  if (!known) return undefined
  if (known.password !== null) await endPassword(trx, known.id, from)
  await trx.deleteFrom('invitation').where('kind', '=', 'reset').where('email', '=', known.email).execute()
  await trx
    .updateTable('person')
    .set({ oidc_issuer: identity.issuer, oidc_subject: identity.subject, email_proven_at: sql<Date>`now()` })
    .where('id', '=', known.id)
    .execute()
  return known.id
}

/** Nothing that was made with the password opens the account any more. Memberships stay: admins gave them to the address. */
async function endPassword(
  trx: Transaction<Tables>,
  id: string,
  from: Pick<Actor, 'address' | 'requestId'>,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({ password: null, totp_secret: null, totp_step: null })
    .where('id', '=', id)
    .execute()
  await forgetRecoveryCodes(trx, id)
  await endAllSessions(trx, id)
  await recordAudit(
    trx,
    { name: `person:${id}`, ...from },
    { organizationId: null, action: 'password.end', target: id },
  )
}

async function make(trx: Transaction<Tables>, { issuer, subject, ...claims }: OidcIdentity): Promise<string> {
  if (claims.email === undefined) {
    throw new OperatorError(
      'The identity provider does not tell your e-mail address. Ask its administrator to release the claim "email" to Bindery.',
    )
  }
  const [id, email] = [makeId('person'), parseEmail(claims.email)]
  if (!claims.emailVerified) throw unverified(email)
  const name = parseName((claims.name?.trim() || email).slice(0, 100))
  await trx
    .insertInto('person')
    .values({ id, email, name, oidc_issuer: issuer, oidc_subject: subject, email_proven_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => taken(email))
  const actor = { name: `person:${id}`, address: null, requestId: null } as const
  await recordAudit(trx, actor, { organizationId: null, action: 'person.create', target: id })
  return id
}

/** Whoever may type any address at the provider would be taken for its owner, by invitations and by other people. */
function unverified(email: string): OperatorError {
  return new OperatorError(
    `The identity provider does not say that ${email} is verified, so no account is made for it. Verify the address there and sign in again, or ask the operator, who can set BINDERY_OIDC_TRUST_EMAIL if the provider only has verified addresses.`,
  )
}

function taken(email: string): OperatorError {
  return new OperatorError(
    `There is somebody with the address ${email} who signs in another way. Sign in that way, or ask the operator to take that account away with \`admin user remove\`.`,
  )
}
