import { csvLine } from '../../write-csv.ts'
import type { ListedFinding } from './list-findings.ts'

/** One finding a line, for a spreadsheet. */
export function writeReportCsv(findings: readonly ListedFinding[]): string {
  const lines = findings.map(({ severity, code, file, line, column, message }) =>
    csvLine([
      severity,
      code,
      file,
      line === null ? null : String(line),
      column === null ? null : String(column),
      message,
    ]),
  )
  return csvLine(['severity', 'kind', 'file', 'line', 'column', 'message']) + lines.join('')
}
