import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { hashKey } from '../keys/key-format.ts'

/** Those of the keys that open the administrative API or, as host keys, the current bundles of all tenants. */
export async function findLiveKeys(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const byHash = new Map(keys.map((key) => [hashKey(key).toString('hex'), key]))
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from (
      select hash, revoked_at, expires_at from api_key
      union all
      select hash, revoked_at, expires_at from host_key
    ) live
    where hash = any(${keys.map(hashKey)}::bytea[])
      and revoked_at is null and (expires_at is null or expires_at > now())`.execute(db)
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash.toString('hex')) ?? []))
}
