import type { ExportReport } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { createGate } from '../../../engine/gate.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { readPieces } from '../../../storage/read-pieces.ts'
import { type Caller, isVisibleTo } from '../../access/caller.ts'
import { AppError } from '../../app-error.ts'
import { exportNotFound } from '../export-not-found.ts'

export interface ReportDeps {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'head' | 'getRange'>
}

interface OpenedReport {
  size: number
  bytes: AsyncIterable<Uint8Array>
}

/** The report as the worker stored it: JSON that is passed on unread. */
export async function openReport({ db, store }: ReportDeps, caller: Caller, exportId: string): Promise<OpenedReport> {
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
  const key = exportReportKey(caller.organization_id, exportId)
  const stored = await store.head(key)
  if (!stored) {
    const sentence = 'This export failed before its pages were looked at, so it has no report. The job says why.'
    throw new AppError('report_not_found', sentence)
  }
  return { size: stored.bytes, bytes: readPieces(store, key, { offset: 0, length: stored.bytes }) }
}

// Parsing 4 MiB, some 15,000 findings, takes the event loop 0.1 s.
export const maxParsedBytes = 4 * 1024 ** 2
const maxParsingMs = 30_000

/** Undefined for a report that is too large to be parsed in a process that many share. */
export type ParseReport = (caller: Caller, exportId: string, signal: AbortSignal) => Promise<ExportReport | undefined>

/** One report at a time in a process: each is in memory several times while it is parsed. */
export function createReportParser(deps: ReportDeps): ParseReport {
  const gate = createGate(1)
  return async (caller, exportId, left) => {
    const { size, bytes } = await openReport(deps, caller, exportId)
    if (size > maxParsedBytes) return undefined
    const signal = AbortSignal.any([left, AbortSignal.timeout(maxParsingMs)])
    using _turn = await gate.enter({ rank: 0, group: caller.organization_id }, signal)
    return JSON.parse(Buffer.concat(await Array.fromAsync(bytes)).toString())
  }
}
