import type { Kysely } from 'kysely'
import type { Role, Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { makeId } from '../make-id.ts'
import { OperatorError } from '../operator-error.ts'
import { readOrganization } from '../organizations/read-organization.ts'
import { parseEmail, parseName } from './check-person-details.ts'
import { type OfferedLink, offerReset } from './invitations/invite.ts'

interface NewPerson {
  email: string
  name: string
  isOperator: boolean
  membership?: { organizationId: string; role: Role }
}

/** Made by the operator; the link lets the person choose a password. */
export async function createPerson(
  db: Kysely<Tables>,
  { membership, isOperator, ...request }: NewPerson,
  actor: Actor,
): Promise<OfferedLink & { id: string }> {
  const id = makeId('person')
  const [email, name] = [parseEmail(request.email), parseName(request.name)]
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('person')
      .values({ id, email, name, is_operator: isOperator })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new OperatorError(`There is somebody with the address ${email} already.`))
    await recordAudit(trx, actor, { organizationId: null, action: 'person.create', target: id })
    if (membership) {
      const { organizationId, role } = membership
      await readOrganization(trx, organizationId)
      await trx.insertInto('membership').values({ person_id: id, organization_id: organizationId, role }).execute()
      await recordAudit(trx, actor, { organizationId, action: 'member.join', target: id })
    }
    return { id, ...(await offerReset(trx, email, actor)) }
  })
}
