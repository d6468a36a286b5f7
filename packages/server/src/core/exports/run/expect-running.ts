import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'

/** Throws when an export has ended or is gone: whatever was about to be done for it is void. */
export async function expectRunning(db: Kysely<Tables>, exportId: string): Promise<void> {
  const running = db.selectFrom('export').select('id').where('id', '=', exportId).where('status', '=', 'running')
  await running.executeTakeFirstOrThrow(() => new StaleExport(exportId))
}
