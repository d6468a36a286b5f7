import type { ExportReport } from '@bindery/contract'
import { readReport } from '../../../core/exports/read/read-report.ts'
import type { DashboardDeps } from '../../dashboard-deps.ts'
import type { MemberVisit } from '../../visit.ts'
import { type ListedFinding, listFindings } from './list-findings.ts'
import { matches, type ReportFilters } from './report-filters.ts'
import { namesAll, selectNew } from './select-new.ts'

export interface FilteredReport {
  report: ExportReport
  filters: ReportFilters
  /** What the filters leave. */
  findings: ListedFinding[]
  /** False where some may look new only because the earlier report does not name all of its own. */
  isCertain: boolean
}

/** The report of an export, narrowed. Also the earlier one is looked up as the caller's own. */
export async function readFindings(
  deps: Pick<DashboardDeps, 'db' | 'store'>,
  { caller }: MemberVisit,
  exportId: string,
  filters: ReportFilters,
): Promise<FilteredReport> {
  const read = async (id: string): Promise<ExportReport> => JSON.parse(await readReport(deps, caller, id))
  const [report, earlier] = await Promise.all([
    read(exportId),
    filters.since === undefined ? undefined : read(filters.since),
  ])
  const all = listFindings(report)
  const findings = (earlier ? selectNew(all, earlier) : all).filter(matches(filters))
  return { report, filters, findings, isCertain: !earlier || namesAll(earlier) }
}
