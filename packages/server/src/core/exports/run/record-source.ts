import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'
import { progressWhen } from '../export-progress.ts'

/** Writes down which commit an export is made of, and its label. */
export async function recordSource(
  db: Kysely<Tables>,
  exportId: string,
  source: { commit: string; version: string; message?: string },
): Promise<void> {
  await db
    .updateTable('export')
    .set({
      commit: source.commit,
      version: source.version,
      commit_message: source.message || null,
      progress: progressWhen.fetched,
    })
    .where('id', '=', exportId)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirstOrThrow(() => new StaleExport(exportId))
}
