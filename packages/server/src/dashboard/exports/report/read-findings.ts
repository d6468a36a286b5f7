import type { ExportReport } from '@bindery/contract'
import { selectNew } from '../../../core/exports/read/select-new.ts'
import type { DashboardDeps } from '../../dashboard-deps.ts'
import { Problem } from '../../problem.ts'
import type { MemberVisit } from '../../visit.ts'
import { type ListedFinding, listFindings } from './list-findings.ts'
import { matches, type ReportFilters } from './report-filters.ts'

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
  deps: Pick<DashboardDeps, 'parseReport'>,
  visit: MemberVisit,
  exportId: string,
  filters: ReportFilters,
): Promise<FilteredReport> {
  const found = await findFindings(deps, visit, exportId, filters)
  if (found) return found
  throw new Problem(422, 'This report is too large for the dashboard. Download it as JSON.')
}

/** Undefined where a report is too large to be parsed here. */
export async function findFindings(
  { parseReport }: Pick<DashboardDeps, 'parseReport'>,
  { caller, c }: MemberVisit,
  exportId: string,
  filters: ReportFilters,
): Promise<FilteredReport | undefined> {
  const report = await parseReport(caller, exportId, c.req.raw.signal)
  const earlier = filters.since === undefined ? undefined : await parseReport(caller, filters.since, c.req.raw.signal)
  if (!report || (filters.since !== undefined && !earlier)) return undefined
  const all = listFindings(report)
  const findings = (earlier ? selectNew(all, listFindings(earlier), ({ code }) => code) : all).filter(matches(filters))
  return { report, filters, findings, isCertain: !earlier || namesAll(earlier) }
}

/** A report names only the first of very many of a kind; one of the others may look new. */
function namesAll({ counts, findings }: ExportReport): boolean {
  const named = Object.values(counts.findings).reduce((sum, count) => sum + count, 0)
  return named <= findings.length
}
