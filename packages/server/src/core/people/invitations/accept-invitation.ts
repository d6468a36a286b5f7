import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { makeId } from '../../make-id.ts'
import { OperatorError } from '../../operator-error.ts'
import { checkNewPassword, parseName } from '../check-person-details.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { findInvitation, type Invitation, takeLink } from './find-invitation.ts'

/**
 * Somebody known joins. He has to be signed in: whoever made the invitation has its link too, and must not come into
 * an account by inviting its owner.
 */
export async function joinOrganization(
  db: Kysely<Tables>,
  { token, email }: { token: string; email: string },
  actor: Actor & { name: `person:${string}` },
): Promise<{ organizationId: string }> {
  return db.transaction().execute(async (trx) => {
    const invitation = await findInvitation(trx, token)
    if (invitation.email !== email) {
      throw new OperatorError(
        `This invitation is for ${invitation.email}, and you are signed in as ${email}. Sign in as the other first.`,
      )
    }
    await takeLink(trx, token)
    await addMember(trx, actor.name.slice('person:'.length), invitation, actor)
    return invitation
  })
}

/** Somebody new joins, and chooses a password for the time to come. */
export async function joinAsNewPerson(
  db: Kysely<Tables>,
  request: { token: string; name: string; password: string },
  from: { address: string | null; requestId: string | null },
): Promise<{ personId: string; organizationId: string }> {
  const invitation = await findInvitation(db, request.token)
  const { email, isKnown, organizationId } = invitation
  if (isKnown) throw new OperatorError(`${email} is known here already. Sign in, then open the invitation again.`)
  const name = parseName(request.name)
  checkNewPassword(request.password, email)
  const password = await hashPassword(request.password)
  const personId = makeId('person')
  const actor = { name: `person:${personId}`, ...from } as const
  await db.transaction().execute(async (trx) => {
    await takeLink(trx, request.token)
    await trx.insertInto('person').values({ id: personId, email, name, password }).execute()
    await addMember(trx, personId, invitation, actor)
  })
  return { personId, organizationId }
}

async function addMember(
  trx: Transaction<Tables>,
  personId: string,
  { organizationId, role }: Invitation,
  actor: Actor,
): Promise<void> {
  await trx
    .insertInto('membership')
    .values({ person_id: personId, organization_id: organizationId, role })
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'organization_id']).doUpdateSet({ role, from_group: false }),
    )
    .execute()
  await recordAudit(trx, actor, { organizationId, action: 'member.join', target: personId })
}
