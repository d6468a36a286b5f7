import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { hashToken } from '../token.ts'

export async function endSession(db: Kysely<Tables>, secret: string): Promise<void> {
  await db.deleteFrom('session').where('hash', '=', hashToken(secret)).execute()
}

/** One of the person's own, as the list of sessions names it. */
export async function endSessionOf(db: Kysely<Tables>, personId: string, sessionId: string): Promise<void> {
  const hash = Buffer.from(sessionId, 'hex')
  await db.deleteFrom('session').where('hash', '=', hash).where('person_id', '=', personId).execute()
}

/**
 * Ends every session, or every one but the named one, and every sign-in that still owes its code. No browser is
 * recognized any more.
 */
export async function endAllSessions(
  db: Kysely<Tables>,
  personId: string,
  exceptId?: string | undefined,
): Promise<void> {
  // Before the sessions: a code that is right at this moment takes its row here in the transaction of the new session.
  await db.deleteFrom('sign_in').where('person_id', '=', personId).execute()
  let sessions = db.deleteFrom('session').where('person_id', '=', personId)
  if (exceptId !== undefined) sessions = sessions.where('hash', '!=', Buffer.from(exceptId, 'hex'))
  await sessions.execute()
  await db.deleteFrom('device').where('person_id', '=', personId).execute()
}
