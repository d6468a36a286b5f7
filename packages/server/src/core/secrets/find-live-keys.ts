import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { hashKey } from '../keys/key-format.ts'

/** Which of these keys would open the API, whoever's they are. */
export async function findLiveKeys(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const byHash = new Map(keys.map((key) => [hashKey(key).toString('hex'), key]))
  const rows = await db
    .selectFrom('api_key')
    .select('hash')
    .where(sql<boolean>`hash = any(${keys.map(hashKey)}::bytea[])`)
    .where('revoked_at', 'is', null)
    .where((column) => column.or([column('expires_at', 'is', null), column('expires_at', '>', sql<Date>`now()`)]))
    .execute()
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash.toString('hex')) ?? []))
}
