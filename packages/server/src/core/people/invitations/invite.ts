import { type Kysely, sql } from 'kysely'
import type { Role, Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { OperatorError } from '../../operator-error.ts'
import { readOrganization } from '../../organizations/read-organization.ts'
import { parseEmail } from '../check-person-details.ts'
import { hashToken, makeToken } from '../token.ts'

export interface OfferedLink {
  /** Shown once, as the last part of the link's path; only its hash is stored. */
  token: string
  email: string
  expiresAt: Date
}

/** A link by which the owner of this address, and nobody else, may join. An earlier one to him is withdrawn. */
export async function inviteMember(
  db: Kysely<Tables>,
  request: { organizationId: string; email: string; role: Role },
  actor: Actor,
): Promise<OfferedLink> {
  const { organizationId, role } = request
  const email = parseEmail(request.email)
  return db.transaction().execute(async (trx) => {
    await readOrganization(trx, organizationId)
    await expectNoMember(trx, organizationId, email)
    await trx
      .deleteFrom('invitation')
      .where('organization_id', '=', organizationId)
      .where('email', '=', email)
      .execute()
    await recordAudit(trx, actor, { organizationId, action: 'member.invite', target: email })
    return insertLink(trx, { kind: 'join', email, organization_id: organizationId, role, days: 7 }, actor)
  })
}

/** A link by which somebody sets a new password. For the operator to hand over: whoever has it has the account. */
export async function offerReset(trx: Kysely<Tables>, email: string, actor: Actor): Promise<OfferedLink> {
  await trx.deleteFrom('invitation').where('kind', '=', 'reset').where('email', '=', email).execute()
  return insertLink(trx, { kind: 'reset', email, organization_id: null, role: null, days: 1 }, actor)
}

interface NewLink {
  kind: 'join' | 'reset'
  email: string
  organization_id: string | null
  role: Role | null
  days: number
}

async function insertLink(trx: Kysely<Tables>, { days, ...link }: NewLink, actor: Actor): Promise<OfferedLink> {
  const token = makeToken()
  const expires_at = sql<Date>`now() + make_interval(days => ${days})`
  const { expiresAt } = await trx
    .insertInto('invitation')
    .values({ hash: hashToken(token), ...link, invited_by: actor.name, expires_at })
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow()
  return { token, email: link.email, expiresAt }
}

async function expectNoMember(trx: Kysely<Tables>, organizationId: string, email: string): Promise<void> {
  const member = await trx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select('person.id')
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (member) throw new OperatorError(`${email} is a member already. Change the role in the list of members instead.`)
}
