import { exportId } from '@bindery/contract'
import { expectExportPlan } from '../../core/access/export-plan.ts'
import { type ExportRecord, readExport } from '../../core/exports/read/read-export.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import type { MemberVisit } from '../visit.ts'

/** An id that cannot exist is looked up as none, so no odd byte reaches the database. */
export function readExportId({ c }: MemberVisit): string {
  return exportId.safeParse(c.req.param('export')).data ?? ''
}

/** The export of the path. As in the API, the plan is asked for before anything is looked up. */
export async function findExport({ db }: DashboardDeps, visit: MemberVisit): Promise<ExportRecord> {
  expectExportPlan(visit.organization)
  return readExport(db, visit.caller, readExportId(visit))
}
