import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** The packs of an export in the order of its pages. */
export async function listChunks(db: Kysely<Tables>, exportId: string): Promise<{ index: number; packKey: string }[]> {
  return db
    .selectFrom('export_chunk')
    .select(['index', 'pack_key as packKey'])
    .where('export_id', '=', exportId)
    .orderBy('index')
    .execute()
}
