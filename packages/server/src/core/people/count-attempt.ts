import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { networkOf } from '../keys/network-of.ts'
import { useQuota } from '../quotas/use-quota.ts'
import { ATTEMPTS } from './sweep-expired.ts'

/** In an hour. A person mistypes a few times; an office of people shares an address. */
const OF_ACCOUNT = 20
const OF_NETWORK = 200

/**
 * Counts before anything is looked at, and keeps what it counted unless it was right. In the database, so that all
 * processes count together. An e-mail address that belongs to nobody is counted like any other.
 */
export async function countAttempt(db: Kysely<Tables>, account: string, address: string | null): Promise<void> {
  await useQuota(db, { subject: networkSubject(address), name: ATTEMPTS, limit: OF_NETWORK })
  await useQuota(db, { subject: accountSubject(account), name: ATTEMPTS, limit: OF_ACCOUNT })
}

/** A right one does not count against the network: in the morning a whole office signs in from one address. */
export async function forgiveAttempt(db: Kysely<Tables>, address: string | null): Promise<void> {
  await db
    .updateTable('quota')
    .set((column) => ({ used: column('used', '-', 1) }))
    .where('subject', '=', networkSubject(address))
    .where('hour', '=', sql<Date>`date_trunc('hour', now(), 'UTC')`)
    .where('used', '>', 0)
    .execute()
}

/** Whoever came in has shown that the attempts on the account were theirs. */
export async function forgetAttempts(db: Kysely<Tables>, account: string): Promise<void> {
  await db.deleteFrom('quota').where('subject', '=', accountSubject(account)).execute()
}

const accountSubject = (account: string) => subjectOf(`account ${account}`)
const networkSubject = (address: string | null) => subjectOf(`network ${networkOf(address)}`)

/** The table need not know who tried. */
function subjectOf(text: string): string {
  return `sign-in:${hash('sha256', text, 'base64url')}`
}
