import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { OperatorError } from '../../operator-error.ts'
import { countAttempt, forgetAttempts } from './count-attempt.ts'
import { verifyPassword } from './hash-password.ts'

/** Before something that a stolen session alone must not do; counted like a sign-in, but nobody else can use it up. */
export async function expectPassword(
  db: Kysely<Tables>,
  { personId, password: given }: { personId: string; password: string },
  actor: Actor,
): Promise<{ email: string }> {
  const { email, password } = await db
    .selectFrom('person')
    .select(['email', 'password'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  await countAttempt(db, { personId }, actor)
  if (!(await verifyPassword(given, password))) {
    throw new OperatorError('The current password is not right. Nothing was changed.')
  }
  await forgetAttempts(db, { personId })
  return { email }
}
