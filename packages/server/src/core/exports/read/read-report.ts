import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { type Caller, isVisibleTo } from '../../access/caller.ts'
import { AppError } from '../../app-error.ts'
import { exportNotFound } from '../export-not-found.ts'

export interface ReportDeps {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'getBytes'>
}

/** The report as the worker stored it: JSON that is passed on unread. */
export async function readReport({ db, store }: ReportDeps, caller: Caller, exportId: string): Promise<string> {
  const row = await db
    .selectFrom('export')
    .select(['project_id', 'status'])
    .where('id', '=', exportId)
    .where('organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || !isVisibleTo(caller, row.project_id)) throw exportNotFound()
  if (row.status !== 'completed' && row.status !== 'failed') {
    throw new AppError(
      'export_not_completed',
      'This export has not ended yet, so it has no report. Poll it until it has.',
    )
  }
  try {
    return (await store.getBytes(exportReportKey(caller.organization_id, exportId))).toString()
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'missing') throw error
    const sentence = 'This export failed before its pages were looked at, so it has no report. The job says why.'
    throw new AppError('report_not_found', sentence, { cause: error })
  }
}
