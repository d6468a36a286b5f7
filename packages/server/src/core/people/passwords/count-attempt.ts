import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { AppError } from '../../app-error.ts'
import { type Actor, recordAudit, service } from '../../audit/record-audit.ts'
import { networkOf } from '../../keys/network-of.ts'
import { useQuota } from '../../quotas/use-quota.ts'
import { attempts, blocks } from '../sweep-expired.ts'

/** In an hour. A person mistypes a few times; an office of people shares an address. */
const ofOne = 20
const ofNetwork = 200

/** Who tries, which decides whose attempts are used: those of others are never within reach. */
export type Attempt =
  /** Anybody: counted by the account that is tried and the network that it comes from. */
  | { account: string; address: string | null }
  /** A browser in which the owner of the account has signed in before. */
  | { device: string }
  /** Somebody who is signed in and gives the password again. */
  | { personId: string }

type Origin = Pick<Actor, 'address' | 'requestId'>

/**
 * Counts before anything is compared, and keeps the count unless the attempt was right. In the database, so that all
 * processes count together. An e-mail address that belongs to nobody is counted like any other.
 */
export async function countAttempt(db: Kysely<Tables>, attempt: Attempt, from: Origin): Promise<void> {
  if ('account' in attempt) {
    const network = async () => `network ${networkOf(attempt.address) || 'unknown'}`
    await useAttempt(db, { subject: networkSubject(attempt.address), limit: ofNetwork, target: network }, from)
  }
  const person = async () => (await findPerson(db, attempt)) ?? 'an unknown account'
  await useAttempt(db, { subject: ownSubject(attempt), limit: ofOne, target: person }, from)
}

interface AttemptQuota {
  subject: string
  limit: number
  /** Names in the audit log whose attempts are used up. */
  target: () => Promise<string>
}

/** The first refusal of an hour leaves a row in the audit log; those after it leave none. */
async function useAttempt(db: Kysely<Tables>, { subject, limit, target }: AttemptQuota, from: Origin): Promise<void> {
  try {
    await useQuota(db, { subject, name: attempts, limit })
  } catch (error) {
    if (error instanceof AppError) await recordBlock(db, subject, await target(), from)
    throw error
  }
}

async function recordBlock(db: Kysely<Tables>, subject: string, target: string, from: Origin): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const first = await trx
      .insertInto('quota')
      .values({ subject, name: blocks, hour: sql<Date>`date_trunc('hour', now(), 'UTC')`, used: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('subject')
      .executeTakeFirst()
    const { address, requestId } = from
    const actor: Actor = { ...service, address, requestId }
    if (first) await recordAudit(trx, actor, { organizationId: null, action: 'sign-in.block', target })
  })
}

async function findPerson(db: Kysely<Tables>, attempt: Attempt): Promise<string | undefined> {
  if ('personId' in attempt) return attempt.personId
  const found =
    'account' in attempt
      ? db.selectFrom('person').select('id').where('email', '=', attempt.account)
      : db.selectFrom('device').select('person_id as id').where('hash', '=', Buffer.from(attempt.device, 'hex'))
  return (await found.executeTakeFirst())?.id
}

/** A right one does not count against the network: in the morning a whole office signs in from one address. */
export async function forgiveAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  if (!('account' in attempt)) return
  await db
    .updateTable('quota')
    .set((column) => ({ used: column('used', '-', 1) }))
    .where('subject', '=', networkSubject(attempt.address))
    .where('hour', '=', sql<Date>`date_trunc('hour', now(), 'UTC')`)
    .where('used', '>', 0)
    .execute()
}

/** Whoever came in has shown that these attempts were theirs. */
export async function forgetAttempts(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  await db.deleteFrom('quota').where('subject', '=', ownSubject(attempt)).execute()
}

function ownSubject(attempt: Attempt): string {
  if ('account' in attempt) return subjectOf(`account ${attempt.account}`)
  return subjectOf('personId' in attempt ? `person ${attempt.personId}` : `device ${attempt.device}`)
}

const networkSubject = (address: string | null) => subjectOf(`network ${networkOf(address)}`)

/** The table need not know who tried. */
function subjectOf(text: string): string {
  return `sign-in:${hash('sha256', text, 'base64url')}`
}
