import type pg from 'pg'
import { type KeyRow, keyColumns } from './key-row.ts'

const text = `select ${keyColumns} from api_key k join organization o on o.id = k.organization_id where k.hash = $1`

export async function findKey(pool: pg.Pool, hash: Buffer): Promise<KeyRow | undefined> {
  const { rows } = await pool.query<KeyRow>({ name: 'find-key', text, values: [hash] })
  return rows[0]
}
