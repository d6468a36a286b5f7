import { type Kysely, sql } from 'kysely'
import type { Role, Tables } from '../../../db/tables.ts'
import { OperatorError } from '../../operator-error.ts'
import { hashToken } from '../token.ts'

export interface Invitation {
  email: string
  organizationId: string
  organizationName: string
  role: Role
  /** Whether somebody with this address is known, and has to sign in rather than be made. */
  isKnown: boolean
}

export async function findInvitation(db: Kysely<Tables>, token: string): Promise<Invitation> {
  return db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organization_id')
    .select([
      'invitation.email',
      'organization.id as organizationId',
      'organization.name as organizationName',
      sql<Role>`role`.as('role'),
      sql<boolean>`exists (select from person where person.email = invitation.email)`.as('isKnown'),
    ])
    .where('hash', '=', hashToken(token))
    .where('kind', '=', 'join')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow(
      () =>
        new OperatorError('This invitation was used or withdrawn, or its seven days are over. Ask for another one.'),
    )
}

/** Whose password a link may set. */
export async function findReset(db: Kysely<Tables>, token: string): Promise<{ personId: string; email: string }> {
  return db
    .selectFrom('invitation')
    .innerJoin('person', 'person.email', 'invitation.email')
    .select(['person.id as personId', 'person.email'])
    .where('hash', '=', hashToken(token))
    .where('kind', '=', 'reset')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow(
      () => new OperatorError('This link was used, or its day is over. Ask the operator for another one.'),
    )
}

/** In the transaction that uses it: of two uses at once, one finds it. */
export async function takeLink(trx: Kysely<Tables>, token: string): Promise<void> {
  await trx
    .deleteFrom('invitation')
    .where('hash', '=', hashToken(token))
    .returning('hash')
    .executeTakeFirstOrThrow(() => new OperatorError('This link was used just now. Sign in instead.'))
}
