import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'
import { progressWhen } from '../export-progress.ts'

export async function recordPlan(db: Kysely<Tables>, exportId: string, totalPages: number): Promise<void> {
  await db
    .updateTable('export')
    .set({ total_pages: totalPages, progress: progressWhen.planned })
    .where('id', '=', exportId)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirstOrThrow(() => new StaleExport(exportId))
}
