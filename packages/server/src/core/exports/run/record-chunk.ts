import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { countChunks } from './count-chunks.ts'

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
  await countChunks(
    db,
    exportId,
    sql`recorded as (
      insert into export_chunk (export_id, index, first_page, pages, reused, warnings, pack_key, pack_owner)
      select id, ${index}, ${firstPage}, ${pages}, ${reused}, ${warnings}, ${packKey}, id from before where status = 'running'
      on conflict do nothing
      returning pages, reused, warnings
    )`,
  )
}
