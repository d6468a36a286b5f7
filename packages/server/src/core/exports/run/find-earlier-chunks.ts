import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { earlierExport } from './find-earlier-export.ts'

/** A stored run of pages of an earlier export; it ends before the first page of the one after it. */
export interface EarlierChunk {
  exportId: string
  index: number
  firstPage: string
  packKey: string
}

/** What an earlier export has left, in the order of its pages. */
export async function findEarlierChunks(
  db: Kysely<Tables>,
  order: { projectId: string; domain: string },
): Promise<EarlierChunk[]> {
  return db
    .selectFrom('export_chunk')
    .select(['export_id as exportId', 'index', 'first_page as firstPage', 'pack_key as packKey'])
    .where('export_id', '=', earlierExport(db, order).select('id'))
    .orderBy('index')
    .execute()
}

/** Those that may hold pages of a run from one place to another. */
export function overlapping(chunks: readonly EarlierChunk[], first: string, last: string): EarlierChunk[] {
  return chunks.filter(({ firstPage }, at) => {
    const next = chunks[at + 1]
    return firstPage <= last && (next === undefined || next.firstPage > first)
  })
}
