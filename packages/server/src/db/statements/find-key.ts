import type pg from 'pg'
import { type KeyRow, keyJson } from './key-row.ts'

const text = `select ${keyJson} as key from api_key k join organization o on o.id = k.organization_id where k.hash = $1`

export async function findKey(pool: pg.Pool, hash: Buffer): Promise<{ key: KeyRow } | undefined> {
  const { rows } = await pool.query<{ key: KeyRow }>({ name: 'find-key', text, values: [hash] })
  return rows[0]
}
