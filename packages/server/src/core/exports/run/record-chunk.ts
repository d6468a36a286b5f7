import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'
import { progressWhen } from '../export-progress.ts'

export interface FinishedChunk {
  exportId: string
  index: number
  /** Its place, as the plan reader names it. */
  firstPage: string
  pages: number
  /** How many of them were taken over from an earlier export. */
  reused: number
  warnings: number
  packKey: string
}

/**
 * Counts a finished chunk, once: row and progress change in one statement, and a chunk that is recorded already changes
 * neither.
 */
export async function recordChunk(db: Kysely<Tables>, chunk: FinishedChunk): Promise<void> {
  const { exportId, index, firstPage, pages, reused, warnings, packKey } = chunk
  const share = progressWhen.rendered - progressWhen.planned
  const { rows } = await sql<{ status: string }>`
    with before as (
      select id, status from export where id = ${exportId} for update
    ), recorded as (
      insert into export_chunk (export_id, index, first_page, pages, reused, warnings, pack_key)
      select id, ${index}, ${firstPage}, ${pages}, ${reused}, ${warnings}, ${packKey} from before where status = 'running'
      on conflict do nothing
      returning pages, reused, warnings
    ), counted as (
      update export set
        page_count = page_count + recorded.pages,
        pages_rendered = pages_rendered + recorded.pages - recorded.reused,
        pages_reused = pages_reused + recorded.reused,
        warnings = export.warnings + recorded.warnings,
        progress = ${progressWhen.planned}::float8
          + ${share}::float8 * (page_count + recorded.pages) / greatest(total_pages, 1)
      from recorded where export.id = ${exportId} and status = 'running'
    )
    select status from before`.execute(db)
  if (rows[0]?.status !== 'running') throw new StaleExport(exportId)
}
