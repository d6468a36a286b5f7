import type { ExportJob } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { exportJson } from '../../db/export-json.ts'
import type { Tables } from '../../db/tables.ts'
import { type Caller, isVisibleTo, visibleTo } from '../access/caller.ts'
import { AppError } from '../app-error.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { ExportErrorCode } from './export-failure.ts'
import { exportNotFound } from './export-not-found.ts'

export interface CancelDeps {
  db: Kysely<Tables>
  /** Takes the work away from the engine: the export's own and that of its chunks. */
  cancelWork(exportId: string): Promise<void>
}

interface CancelRequest {
  caller: Caller
  exportId: string
  actor: Actor
}

const code: ExportErrorCode = 'cancelled'
const sentence = 'The export was cancelled.'

/**
 * The row decides: whoever ends the export first, this or the worker that publishes it, has ended it. The engine is told
 * afterwards; should this process end in between, the workers see to it within a second.
 */
export async function cancelExport(deps: CancelDeps, { caller, exportId, actor }: CancelRequest): Promise<ExportJob> {
  const job = await deps.db.transaction().execute(async (trx) => {
    const cancelled = await endAsCancelled(trx, caller, exportId)
    if (!cancelled) return readCancelled(trx, caller, exportId)
    await recordAudit(trx, actor, { organizationId: caller.organization_id, action: 'export.cancel', target: exportId })
    return cancelled
  })
  await deps.cancelWork(exportId)
  return job
}

async function endAsCancelled(trx: Transaction<Tables>, caller: Caller, exportId: string) {
  const row = await trx
    .updateTable('export')
    .set({ status: 'failed', error_code: code, error: sentence, ended_at: sql<Date>`now()` })
    .where('id', '=', exportId)
    .where('organization_id', '=', caller.organization_id)
    .where(visibleTo(caller))
    .where('status', 'in', ['queued', 'running'])
    .returning(sql<ExportJob>`${sql.raw(exportJson('export'))}`.as('job'))
    .executeTakeFirst()
  return row?.job
}

/** Cancelling again answers as the first time did; what has ended otherwise cannot be cancelled. */
async function readCancelled(trx: Transaction<Tables>, caller: Caller, exportId: string): Promise<ExportJob> {
  const row = await trx
    .selectFrom('export')
    .select(['project_id', sql<ExportJob>`${sql.raw(exportJson('export'))}`.as('job')])
    .where('id', '=', exportId)
    .where('organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || !isVisibleTo(caller, row.project_id)) throw exportNotFound()
  if (row.job.errorCode === code) return row.job
  throw new AppError('export_ended', `This export has ended as ${row.job.status}, so there is nothing to cancel.`)
}
