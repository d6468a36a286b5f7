import { hash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { useQuota } from '../quotas/use-quota.ts'
import { ATTEMPTS } from './sweep-expired.ts'

/** In an hour. A person mistypes a few times; an office of people shares an address. */
const OF_ACCOUNT = 20
const OF_NETWORK = 200

/**
 * Counts before anything is looked at, and keeps what it counted whatever comes of it. In the database, so that all
 * processes count together. An address that belongs to nobody is counted like any other.
 */
export async function countAttempt(db: Kysely<Tables>, account: string, address: string | null): Promise<void> {
  await useQuota(db, { subject: subjectOf(`network ${networkOf(address)}`), name: ATTEMPTS, limit: OF_NETWORK })
  await useQuota(db, { subject: subjectOf(`account ${account}`), name: ATTEMPTS, limit: OF_ACCOUNT })
}

/** Whoever came in has shown that the attempts were theirs. The network's stay: another account may be the aim. */
export async function forgetAttempts(db: Kysely<Tables>, account: string): Promise<void> {
  await db
    .deleteFrom('quota')
    .where('subject', '=', subjectOf(`account ${account}`))
    .execute()
}

/** The table need not know who tried. */
function subjectOf(text: string): string {
  return `sign-in:${hash('sha256', text, 'base64url')}`
}

/** Whoever has one IPv6 address has the 64 bits behind it too. */
function networkOf(address: string | null): string {
  if (address === null || !ipaddr.IPv6.isValid(address)) return address ?? 'unknown'
  return ipaddr.IPv6.parse(address).parts.slice(0, 4).join(':')
}
