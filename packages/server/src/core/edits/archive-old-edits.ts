import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { LimitName } from '../limits/limits.ts'

/** A minute's share is far less; the rest waits for the next call, so that no update is a long one. */
const atOnce = 1_000

const limit: LimitName = 'editArchiveDays'

/**
 * Archives edits that ended longer ago than `days`, or than the organization's own limit says; 0 is never. Each edit is
 * taken by one worker alone.
 */
export async function archiveOldEdits(db: Kysely<Tables>, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update edit set status = 'archived', archived_from = edit.status, archived_at = date_trunc('milliseconds', now())
    where id in (
      select edit.id from edit
      join organization on organization.id = edit.organization_id
      cross join lateral (select coalesce((organization.limits ->> ${limit})::float8, ${days}::float8) as days) kept
      where edit.status in ('completed', 'failed') and kept.days > 0
        and edit.ended_at < now() - least(kept.days, 36500) * interval '1 day'
      order by edit.ended_at limit ${atOnce} for update of edit skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
