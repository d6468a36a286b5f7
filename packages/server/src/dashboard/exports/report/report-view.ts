import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import type { MemberVisit } from '../../visit.ts'
import type { EarlierExport } from '../name-earlier.ts'
import type { FilteredReport } from './read-findings.ts'

/** All that the page of a report shows. */
export interface ReportView extends FilteredReport {
  visit: MemberVisit
  job: ExportRecord
  /** What "new" may be counted from. */
  earlier: EarlierExport[]
  /** How many of the one kind were listed before. */
  cursor: number
}
