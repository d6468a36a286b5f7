import { hash, randomBytes } from 'node:crypto'
import { inventKey } from '../invent-key.ts'
import type { World } from '../prepare-world.ts'

/** A good key of the suite's own tenant, put straight into the table: making it by command would cost a process. */
export async function plantKey({ database, tenant }: World): Promise<{ id: string; key: string }> {
  const id = `key_${randomBytes(8).toString('hex')}`
  const key = inventKey()
  await database.query(
    `insert into api_key (id, organization_id, name, prefix, hash, scopes) values ($1, $2, 'planted', $3, $4, '{write}')`,
    [id, tenant.organization, key.slice(0, 10), hash('sha256', key, 'buffer')],
  )
  return { id, key }
}
