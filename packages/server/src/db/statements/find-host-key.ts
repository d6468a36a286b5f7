import type pg from 'pg'

/** A host's key, as every request of the host sees it. */
export interface HostKeyRow {
  key_id: string
  expired: boolean | null
  revoked: boolean
}

const text = `select json_build_object('key_id', id, 'expired', expires_at <= now(), 'revoked', revoked_at is not null) as key
from host_key where hash = $1`

export async function findHostKey(pool: pg.Pool, hash: Buffer): Promise<{ key: HostKeyRow } | undefined> {
  const { rows } = await pool.query<{ key: HostKeyRow }>({ name: 'find-host-key', text, values: [hash] })
  return rows[0]
}
