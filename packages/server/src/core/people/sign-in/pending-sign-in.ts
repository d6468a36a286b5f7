import { type Kysely, sql } from 'kysely'
import type { OidcExpectation, Tables } from '../../../db/tables.ts'
import { OperatorError } from '../../operator-error.ts'
import { hashToken, makeToken } from '../token.ts'

const minutes = 10

interface Pending {
  /** Who has given the password and still owes a code. */
  personId?: string
  /** What the identity provider's answer must agree with. */
  oidc?: OidcExpectation
  returnTo: string
}

/** Keeps what a sign-in must know on its next page; the cookie gets the token. Anybody may begin, so it also sweeps. */
export async function rememberSignIn(db: Kysely<Tables>, { personId, oidc, returnTo }: Pending): Promise<string> {
  await db.deleteFrom('sign_in').where('expires_at', '<', sql<Date>`now()`).execute()
  const token = makeToken()
  await db
    .insertInto('sign_in')
    .values({
      hash: hashToken(token),
      person_id: personId ?? null,
      oidc: oidc ? JSON.stringify(oidc) : null,
      return_to: returnTo,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute()
  return token
}

/** Who owes a code: he may mistype it, so this stays until he is in. */
export async function findCodeOwed(db: Kysely<Tables>, token: string) {
  return db
    .selectFrom('sign_in')
    .innerJoin('person', 'person.id', 'sign_in.person_id')
    .select(['person.id as personId', 'person.email', 'sign_in.return_to as returnTo'])
    .where('sign_in.hash', '=', hashToken(token))
    .where('sign_in.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** The provider's answer is looked at once: a second one finds nothing, whether the first was right or not. */
export async function takeOidcExpected(db: Kysely<Tables>, token: string) {
  const taken = await db
    .deleteFrom('sign_in')
    .where('hash', '=', hashToken(token))
    .where('oidc', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['oidc', 'return_to as returnTo'])
    .executeTakeFirst()
  return taken?.oidc ? { oidc: taken.oidc, returnTo: taken.returnTo } : undefined
}

/** In the transaction that lets the person in. Throws if the sign-in was ended meanwhile, as by a new password. */
export async function takeSignIn(trx: Kysely<Tables>, token: string): Promise<void> {
  await trx
    .deleteFrom('sign_in')
    .where('hash', '=', hashToken(token))
    .returning('hash')
    .executeTakeFirstOrThrow(() => new OperatorError('This sign-in was ended meanwhile. Sign in again.'))
}
