import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { rememberDevice } from '../devices/remember-device.ts'
import { sweepExpired } from '../sweep-expired.ts'
import { hashToken, makeToken } from '../token.ts'
import { endSession } from './end-session.ts'

/** Where a sign-in comes from. */
export interface Arrival {
  address: string | null
  agent: string | null
  requestId?: string | null
  /** The secret of the session that the browser had before: a sign-in never goes on with it. */
  earlier?: string | undefined
  /** The tokens of people who have signed in from this browser before. */
  devices?: readonly string[]
}

export interface StartedSession {
  /** For the cookie; only its hash is stored. */
  secret: string
  /** When it ends at the latest. Twelve hours without a request end it before. */
  expiresAt: Date
  /** For the browser's long-lived cookie. */
  devices: string[]
}

export const idleHours = 12
export const longestDays = 7

/**
 * Always a new secret, so that whoever planted one in a browser before does not know it. `admit` throws in the same
 * transaction if what let the person in no longer holds.
 */
export async function startSession(
  db: Kysely<Tables>,
  { personId, address, agent, requestId = null, earlier, devices = [] }: Arrival & { personId: string },
  admit: (trx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<StartedSession> {
  await sweepExpired(db)
  const secret = makeToken()
  return db.transaction().execute(async (trx) => {
    await admit(trx)
    if (earlier !== undefined) await endSession(trx, earlier)
    const { created_at } = await trx
      .insertInto('session')
      .values({
        hash: hashToken(secret),
        person_id: personId,
        address,
        agent: agent?.slice(0, 300) ?? null,
        expires_at: sql<Date>`now() + make_interval(hours => ${idleHours})`,
      })
      .returning('created_at')
      .executeTakeFirstOrThrow()
    const actor = { name: `person:${personId}`, address, requestId } as const
    await recordAudit(trx, actor, { organizationId: null, action: 'session.start', target: personId })
    return {
      secret,
      expiresAt: new Date(created_at.getTime() + longestDays * 86_400_000),
      devices: await rememberDevice(trx, personId, devices),
    }
  })
}
