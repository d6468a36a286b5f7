import { expectExportPlan } from '../../core/access/export-plan.ts'
import { type ExportRecord, readExport } from '../../core/exports/read/read-export.ts'
import { readId } from '../../http/read-id.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import type { MemberVisit } from '../visit.ts'

export function readExportId({ c }: MemberVisit): string {
  return readId(c, 'export', 'export')
}

/** The export of the path. As in the API, the plan is asked for before anything is looked up. */
export async function findExport({ db }: DashboardDeps, visit: MemberVisit): Promise<ExportRecord> {
  expectExportPlan(visit.organization)
  return readExport(db, visit.caller, readExportId(visit))
}
