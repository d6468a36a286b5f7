import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { hashToken } from '../token.ts'

/**
 * Whether the owner of this account has signed in from this browser before. One statement whatever the browser sent
 * and whether the account exists or not, so that the time tells nothing.
 */
export async function recognizeDevice(
  db: Kysely<Tables>,
  account: string,
  tokens: readonly string[],
): Promise<string | undefined> {
  const device = await db
    .selectFrom('device')
    .innerJoin('person', 'person.id', 'device.person_id')
    .select('device.hash')
    .where('device.hash', '=', sql<Buffer>`any(${tokens.map(hashToken)}::bytea[])`)
    .where('person.email', '=', account)
    .where('device.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return device?.hash.toString('hex')
}
