import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/**
 * Packs of an export that other exports still refer to: exports that are under way, and completed ones whose files are
 * kept. For a moment when no export of the project is under way, or one that has found them would be left without.
 */
export async function listNeededKeys(trx: Transaction<Tables>, exportId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select pack_key as key from export_chunk
    join export on export.id = export_chunk.export_id
    where pack_owner = ${exportId} and export.id <> ${exportId}
      and (status in ('queued', 'running')
        or status = 'completed' and (retained_until is null or retained_until > now()))`.execute(trx)
  return rows.map(({ key }) => key)
}

/**
 * An export needs nothing any more: packs of exports whose own time is over may be without any use now, so their folders are
 * looked through again. Where a worker is at one already, it is due once more after that. Only what completed can have kept a
 * pack from deletion, since nothing is deleted while an export of the project is under way.
 */
export async function releasePacks(trx: Transaction<Tables>, exportId: string): Promise<void> {
  await sql`
    insert into export_remains (export_id, kind, due_at)
    select owner.id, 'files', clock_timestamp() from export owner
    where owner.id <> ${exportId} and owner.status = 'completed' and owner.retained_until <= now()
      and owner.id in (select pack_owner from export_chunk where export_id = ${exportId})
    order by owner.id
    on conflict (export_id, kind) do update set due_at = greatest(export_remains.due_at, excluded.due_at)`.execute(trx)
}
