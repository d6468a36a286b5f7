import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'
import { progressWhen } from '../export-progress.ts'

/**
 * Inserts chunks and counts those that were not there yet, in one statement. `recorded` is the part that inserts them, for
 * the row of `before` while it is running, and returns their pages, reused pages and warnings.
 */
export async function countChunks(db: Kysely<Tables>, exportId: string, recorded: RawBuilder<unknown>): Promise<void> {
  const share = progressWhen.rendered - progressWhen.planned
  const { rows } = await sql<{ status: string }>`
    with before as (
      select id, status, project_id from export where id = ${exportId} for update
    ), ${recorded}, total as (
      select sum(pages)::integer as pages, sum(reused)::integer as reused, sum(warnings)::integer as warnings
      from recorded having count(*) > 0
    ), counted as (
      update export set
        page_count = page_count + total.pages,
        pages_rendered = pages_rendered + total.pages - total.reused,
        pages_reused = pages_reused + total.reused,
        warnings = export.warnings + total.warnings,
        progress = ${progressWhen.planned}::float8
          + ${share}::float8 * (page_count + total.pages) / greatest(total_pages, 1)
      from total where export.id = ${exportId} and status = 'running'
    )
    select status from before`.execute(db)
  if (rows[0]?.status !== 'running') throw new StaleExport(exportId)
}
