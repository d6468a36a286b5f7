import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { OperatorError } from '../../operator-error.ts'
import { recognizeDevice } from '../devices/recognize-device.ts'
import { type Attempt, countAttempt, forgetAttempts, forgiveAttempt } from '../passwords/count-attempt.ts'
import { verifyPassword } from '../passwords/hash-password.ts'
import { type Arrival, type StartedSession, startSession } from '../sessions/start-session.ts'
import { rememberSignIn } from './pending-sign-in.ts'

export type SignInResult =
  | { outcome: 'refused' }
  /** The password was right; the token leads to the page that asks for the code. */
  | { outcome: 'code owed'; token: string }
  | { outcome: 'signed in'; session: StartedSession; returnTo: string }

/** Unknown, without a password, or with another one: the same answer after the same work. */
export async function signInWithPassword(
  db: Kysely<Tables>,
  { email, password, returnTo }: { email: string; password: string; returnTo: string },
  arrival: Arrival,
): Promise<SignInResult> {
  // Postgres takes no zero byte, and no address has one.
  const account = email.trim().toLowerCase().replaceAll('\0', '')
  const attempt = await startAttempt(db, account, arrival)
  const person = await db
    .selectFrom('person')
    .select(['id', 'password', 'totp_step'])
    .where('email', '=', account)
    .executeTakeFirst()
  const isRight = await verifyPassword(password, person?.password)
  if (!person || !isRight) return { outcome: 'refused' }
  await forgiveAttempt(db, attempt)
  const admit = (trx: Transaction<Tables>) => expectUnchanged(trx, person)
  if (person.totp_step !== null) {
    const token = await db.transaction().execute(async (trx) => {
      await admit(trx)
      return rememberSignIn(trx, { personId: person.id, returnTo })
    })
    return { outcome: 'code owed', token }
  }
  const session = await startSession(db, { personId: person.id, ...arrival }, admit)
  await forgetAttempts(db, attempt)
  return { outcome: 'signed in', session, returnTo }
}

/** Waits for a change of the password that is under way: one that was replaced while it was verified signs nobody in. */
async function expectUnchanged(trx: Transaction<Tables>, verified: { id: string; password: string | null }) {
  await trx
    .selectFrom('person')
    .select('id')
    .where('id', '=', verified.id)
    .where('password', '=', verified.password)
    .forShare()
    .executeTakeFirstOrThrow(() => new OperatorError('The password was changed just now. Sign in with the new one.'))
}

/** Counts it where it belongs: in a browser that the person has used before, what others try is not counted. */
export async function startAttempt(
  db: Kysely<Tables>,
  account: string,
  { address, requestId = null, devices = [] }: Arrival,
): Promise<Attempt> {
  const device = await recognizeDevice(db, account, devices)
  const attempt = device === undefined ? { account, address } : { device }
  await countAttempt(db, attempt, { address, requestId })
  return attempt
}
