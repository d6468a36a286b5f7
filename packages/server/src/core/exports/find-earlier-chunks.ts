import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A stored run of pages of an earlier export; it ends before the first page of the one after it. */
export interface EarlierChunk {
  firstPage: string
  packKey: string
  warnings: number
}

/** What the last completed export of the same project and domain has left, in the order of its pages. */
export async function findEarlierChunks(
  db: Kysely<Tables>,
  order: { projectId: string; domain: string },
): Promise<EarlierChunk[]> {
  const last = db
    .selectFrom('export')
    .select('id')
    .where('project_id', '=', order.projectId)
    .where('domain', '=', order.domain)
    .where('status', '=', 'completed')
    .where('requested_paths', 'is', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
  return db
    .selectFrom('export_chunk')
    .select(['first_page as firstPage', 'pack_key as packKey', 'warnings'])
    .where('export_id', '=', last)
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
