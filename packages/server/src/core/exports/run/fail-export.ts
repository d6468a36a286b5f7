import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ExportErrorCode } from '../export-failure.ts'

/** Ends an export as failed. Returns false if it had ended before or was deleted. */
export async function failExport(
  db: Kysely<Tables>,
  exportId: string,
  failure: { code: ExportErrorCode; message: string },
): Promise<boolean> {
  const failed = await db
    .updateTable('export')
    .set({ status: 'failed', error_code: failure.code, error: failure.message, ended_at: sql<Date>`now()` })
    .where('id', '=', exportId)
    .where('status', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst()
  return failed !== undefined
}
