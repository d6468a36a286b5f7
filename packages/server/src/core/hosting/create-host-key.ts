import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { ExpiryDays, MadeKey } from '../keys/create-key.ts'
import { displayPrefix, hashKey, makeKey } from '../keys/key-format.ts'
import { makeId } from '../make-id.ts'

/** A key for a host that serves every domain: it lists them and gets their bundles, and can do nothing else. */
export async function createHostKey(
  db: Kysely<Tables>,
  { name, expiresInDays }: { name: string; expiresInDays: ExpiryDays },
  actor: Actor,
): Promise<MadeKey> {
  const key = makeKey()
  return db.transaction().execute(async (trx) => {
    const { id, expires_at } = await trx
      .insertInto('host_key')
      .values({
        id: makeId('hostKey'),
        name,
        prefix: displayPrefix(key),
        hash: hashKey(key),
        expires_at: expiresInDays && sql<Date>`now() + make_interval(days => ${expiresInDays})`,
      })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow()
    await recordAudit(trx, actor, { organizationId: null, action: 'host-key.create', target: id })
    return { id, key, expiresAt: expires_at }
  })
}
