import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { parseEmail, parseName } from './check-person-details.ts'
import { forgetRecoveryCodes } from './codes/recovery-codes.ts'
import { type OfferedLink, offerReset } from './invitations/invite.ts'
import { endAllSessions } from './sessions/end-session.ts'

export async function renamePerson(db: Kysely<Tables>, personId: string, name: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ name: parseName(name) })
    .where('id', '=', personId)
    .execute()
}

/** Ends the sessions at once and the password with them: what somebody else may know opens nothing any more. */
export async function resetPerson(
  db: Kysely<Tables>,
  email: string,
  { withoutSecondFactor }: { withoutSecondFactor: boolean },
  actor: Actor,
): Promise<OfferedLink> {
  return withPerson(db, email, 'person.reset', actor, async (trx, id, address) => {
    const factor = withoutSecondFactor ? { totp_secret: null, totp_step: null } : {}
    await trx
      .updateTable('person')
      .set({ password: null, ...factor })
      .where('id', '=', id)
      .execute()
    if (withoutSecondFactor) await forgetRecoveryCodes(trx, id)
    await endAllSessions(trx, id)
    return offerReset(trx, address, actor)
  })
}

export async function setOperator(db: Kysely<Tables>, email: string, isOperator: boolean, actor: Actor): Promise<void> {
  const action = isOperator ? 'person.make-operator' : 'person.unmake-operator'
  await withPerson(db, email, action, actor, async (trx, id, address) => {
    if (isOperator) await expectProvenEmail(trx, id, address)
    await trx.updateTable('person').set({ is_operator: isOperator }).where('id', '=', id).execute()
  })
}

/** An invitation's link is shown to the inviter, so an account that was made by it may belong to anybody. */
async function expectProvenEmail(trx: Transaction<Tables>, id: string, address: string): Promise<void> {
  const proven = trx.selectFrom('person').select('id').where('id', '=', id).where('email_proven_at', 'is not', null)
  await proven.executeTakeFirstOrThrow(
    () =>
      new OperatorError(
        `Nobody has proven yet that they own ${address}, so this person cannot become operator. Run \`admin user reset ${address}\`, send the link to that address, and try again when it was used. A sign-in by the identity provider proves the address too.`,
      ),
  )
}

/** With memberships and sessions. The keys that they made stay, as keys belong to the organization. */
export async function removePerson(db: Kysely<Tables>, email: string, actor: Actor): Promise<void> {
  await withPerson(db, email, 'person.remove', actor, async (trx, id, address) => {
    await trx.deleteFrom('invitation').where('email', '=', address).execute()
    await trx.deleteFrom('person').where('id', '=', id).execute()
  })
}

async function withPerson<Result>(
  db: Kysely<Tables>,
  email: string,
  action: string,
  actor: Actor,
  change: (trx: Transaction<Tables>, id: string, address: string) => Promise<Result>,
): Promise<Result> {
  const address = parseEmail(email)
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .selectFrom('person')
      .select('id')
      .where('email', '=', address)
      .forUpdate()
      .executeTakeFirstOrThrow(
        () => new OperatorError(`There is nobody with the address ${address}. \`admin user list\` names them all.`),
      )
    const result = await change(trx, id, address)
    await recordAudit(trx, actor, { organizationId: null, action, target: id })
    return result
  })
}
