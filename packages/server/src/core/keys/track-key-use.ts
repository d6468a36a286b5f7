import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface KeyUseTracker {
  used(keyId: string, address: string | null): void
  flush(): Promise<void>
  close(): Promise<void>
}

interface TrackerOptions {
  intervalMs?: number
  onError: (error: unknown) => void
}

/** Remembers the latest use of each key and writes them all at once, so that a poll never waits for a write. */
export function trackKeyUse(db: Kysely<Tables>, { intervalMs = 15_000, onError }: TrackerOptions): KeyUseTracker {
  let uses = new Map<string, { at: number; address: string | null }>()

  async function flush(): Promise<void> {
    if (uses.size === 0) return
    const batch = uses
    uses = new Map()
    await writeUses(db, batch)
  }
  // A lost batch only makes "last used" older than it is; the next use fixes it.
  const timer = setInterval(() => flush().catch(onError), intervalMs).unref()

  return {
    used(keyId, address) {
      const known = uses.get(keyId)
      if (!known) {
        uses.set(keyId, { at: Date.now(), address })
        return
      }
      known.at = Date.now()
      known.address = address
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch(onError)
    },
  }
}

async function writeUses(
  db: Kysely<Tables>,
  batch: ReadonlyMap<string, { at: number; address: string | null }>,
): Promise<void> {
  const ids = [...batch.keys()]
  const uses = [...batch.values()]
  const at = sql`${uses.map(({ at: time }) => new Date(time))}::timestamptz[]`
  const addresses = sql`${uses.map(({ address }) => address)}::text[]`
  // An id is of one kind of key alone.
  for (const table of ['api_key', 'host_key']) {
    await sql`
      update ${sql.table(table)} k set last_used_at = u.at, last_used_address = u.address
      from unnest(${ids}::text[], ${at}, ${addresses}) as u (id, at, address)
      where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`.execute(db)
  }
}
