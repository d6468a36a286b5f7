import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { networkOf } from '../../keys/network-of.ts'
import { useQuota } from '../../quotas/use-quota.ts'
import { attempts } from '../sweep-expired.ts'

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

/**
 * Counts before anything is looked at, and keeps what it counted unless it was right. In the database, so that all
 * processes count together. An e-mail address that belongs to nobody is counted like any other.
 */
export async function countAttempt(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
  if ('account' in attempt) {
    await useQuota(db, { subject: networkSubject(attempt.address), name: attempts, limit: ofNetwork })
  }
  await useQuota(db, { subject: ownSubject(attempt), name: attempts, limit: ofOne })
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
