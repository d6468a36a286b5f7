import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { countChunks } from './count-chunks.ts'

/** A chunk that is the same as one of an earlier export. */
export interface SameChunk {
  index: number
  firstPage: string
  pages: number
  earlier: { exportId: string; index: number }
}

/**
 * Counts chunks of which nothing has changed, each once, and from then on needs their packs. They are taken from rows of the
 * same project, so none of another tenant can be named, whatever the caller says.
 */
export async function referToChunks(db: Kysely<Tables>, exportId: string, chunks: readonly SameChunk[]): Promise<void> {
  await countChunks(
    db,
    exportId,
    sql`same as (
      select * from jsonb_to_recordset(${JSON.stringify(chunks)})
        as chunk (index integer, "firstPage" text, pages integer, earlier jsonb)
    ), recorded as (
      insert into export_chunk (export_id, index, first_page, pages, reused, warnings, pack_key, pack_owner)
      select before.id, same.index, same."firstPage", same.pages, same.pages, found.warnings, found.pack_key,
        found.pack_owner
      from before cross join same
      join export_chunk found on found.export_id = same.earlier ->> 'exportId'
        and found.index = (same.earlier ->> 'index')::integer
      join export owner on owner.id = found.export_id and owner.project_id = before.project_id
      where before.status = 'running'
      on conflict do nothing
      returning pages, reused, warnings
    )`,
  )
}

/** Stores the number of chunks that are left to render, for the queue metric. */
export async function setOpenChunks(db: Kysely<Tables>, exportId: string, chunks: number): Promise<void> {
  await db
    .updateTable('export')
    .set({ open_chunks: chunks })
    .where('id', '=', exportId)
    .where('status', '=', 'running')
    .execute()
}
