import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { StaleExport } from './export-failure.ts'
import { progressWhen } from './export-progress.ts'

export interface FinishedChunk {
  exportId: string
  index: number
  pages: number
  warnings: number
  packKey: string
}

/**
 * Counts a finished chunk, once: row and progress change in one statement, and a chunk that is recorded already changes
 * neither.
 */
export async function recordChunk(db: Kysely<Tables>, chunk: FinishedChunk): Promise<void> {
  const { exportId, index, pages, warnings, packKey } = chunk
  const share = progressWhen.rendered - progressWhen.planned
  const { rows } = await sql<{ status: string }>`
    with before as (
      select id, status from export where id = ${exportId} for update
    ), recorded as (
      insert into export_chunk (export_id, index, pages, warnings, pack_key)
      select id, ${index}, ${pages}, ${warnings}, ${packKey} from before where status = 'running'
      on conflict do nothing
      returning pages, warnings
    ), counted as (
      update export set
        page_count = page_count + recorded.pages,
        pages_rendered = pages_rendered + recorded.pages,
        warnings = export.warnings + recorded.warnings,
        progress = ${progressWhen.planned}::float8
          + ${share}::float8 * (page_count + recorded.pages) / greatest(total_pages, 1)
      from recorded where export.id = ${exportId} and status = 'running'
    )
    select status from before`.execute(db)
  if (rows[0]?.status !== 'running') throw new StaleExport(exportId)
}
