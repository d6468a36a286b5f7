import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { checkNewPassword } from './check-person-details.ts'
import { rememberDevice } from './devices/remember-device.ts'
import { findReset, takeLink } from './invitations/find-invitation.ts'
import { forgetAttempts } from './passwords/count-attempt.ts'
import { expectPassword } from './passwords/expect-password.ts'
import { hashPassword } from './passwords/hash-password.ts'
import { endAllSessions } from './sessions/end-session.ts'

interface PasswordChange {
  personId: string
  current: string
  next: string
  /** Stays; all other sessions end, for one of them may be why the password is changed. */
  sessionId: string
  /** What this browser holds; it gets a new token, and every other browser is forgotten. */
  devices?: readonly string[]
}

/** The current password is asked for: a browser left open must not be enough. */
export async function changePassword(
  db: Kysely<Tables>,
  { personId, current, next, sessionId, devices = [] }: PasswordChange,
  actor: Actor,
): Promise<{ devices: string[] }> {
  const { email } = await expectPassword(db, { personId, password: current }, actor)
  checkNewPassword(next, email)
  await setPassword(db, personId, next, actor, sessionId)
  return { devices: await rememberDevice(db, personId, devices) }
}

/**
 * By a link that the operator handed to the owner of the address, which proves the address. It signs nobody in: the
 * second factor, where it is on, is still required.
 */
export async function resetPassword(
  db: Kysely<Tables>,
  { token, password }: { token: string; password: string },
  from: { address: string | null; requestId: string | null },
): Promise<{ email: string }> {
  const { personId, email } = await findReset(db, token)
  checkNewPassword(password, email)
  await setPassword(db, personId, password, { name: `person:${personId}`, ...from }, undefined, token)
  await forgetAttempts(db, { account: email, address: from.address })
  return { email }
}

async function setPassword(
  db: Kysely<Tables>,
  personId: string,
  next: string,
  actor: Actor,
  currentSession: string | undefined,
  link?: string,
): Promise<void> {
  const password = await hashPassword(next)
  await db.transaction().execute(async (trx) => {
    if (link !== undefined) await takeLink(trx, link)
    const proven = link === undefined ? {} : { email_proven_at: sql<Date>`coalesce(email_proven_at, now())` }
    await trx
      .updateTable('person')
      .set({ password, ...proven })
      .where('id', '=', personId)
      .execute()
    await endAllSessions(trx, personId, currentSession)
    await recordAudit(trx, actor, { organizationId: null, action: 'password.set', target: personId })
  })
}
