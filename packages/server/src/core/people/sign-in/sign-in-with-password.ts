import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
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
  if (person.totp_step !== null) {
    return { outcome: 'code owed', token: await rememberSignIn(db, { personId: person.id, returnTo }) }
  }
  await forgetAttempts(db, attempt)
  return { outcome: 'signed in', session: await startSession(db, { personId: person.id, ...arrival }), returnTo }
}

/** Counts it where it belongs: in a browser that the person has used before, what others try is not counted. */
export async function startAttempt(
  db: Kysely<Tables>,
  account: string,
  { address, devices = [] }: Arrival,
): Promise<Attempt> {
  const device = await recognizeDevice(db, account, devices)
  const attempt = device === undefined ? { account, address } : { device }
  await countAttempt(db, attempt)
  return attempt
}
