import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'
import { progressWhen } from '../export-progress.ts'

/** A chunk that is the same as one of an earlier export. */
export interface SameChunk {
  index: number
  firstPage: string
  pages: number
  /** Where its traces were written anew; null where those of the earlier chunk stand. */
  tracesKey: string | null
  earlier: { exportId: string; index: number }
}

/**
 * Counts chunks of which nothing has changed, each once, and from then on needs their packs. They are taken from rows of the
 * same project, so none of another tenant can be named, whatever the caller says.
 */
export async function referToChunks(db: Kysely<Tables>, exportId: string, chunks: readonly SameChunk[]): Promise<void> {
  const share = progressWhen.rendered - progressWhen.planned
  const { rows } = await sql<{ status: string }>`
    with before as (
      select id, status, project_id from export where id = ${exportId} for update
    ), same as (
      select * from jsonb_to_recordset(${JSON.stringify(chunks)})
        as chunk (index integer, "firstPage" text, pages integer, "tracesKey" text, earlier jsonb)
    ), recorded as (
      insert into export_chunk (export_id, index, first_page, pages, reused, warnings, pack_key, traces_key)
      select before.id, same.index, same."firstPage", same.pages, same.pages, found.warnings, found.pack_key,
        coalesce(same."tracesKey", found.traces_key)
      from before cross join same
      join export_chunk found on found.export_id = same.earlier ->> 'exportId'
        and found.index = (same.earlier ->> 'index')::integer
      join export owner on owner.id = found.export_id and owner.project_id = before.project_id
      where before.status = 'running'
      on conflict do nothing
      returning pages, warnings
    ), total as (
      select sum(pages)::integer as pages, sum(warnings)::integer as warnings from recorded having count(*) > 0
    ), counted as (
      update export set
        page_count = page_count + total.pages,
        pages_reused = pages_reused + total.pages,
        warnings = export.warnings + total.warnings,
        progress = ${progressWhen.planned}::float8
          + ${share}::float8 * (page_count + total.pages) / greatest(total_pages, 1)
      from total where export.id = ${exportId} and status = 'running'
    )
    select status from before`.execute(db)
  if (rows[0]?.status !== 'running') throw new StaleExport(exportId)
}
