import type { PageFailure, Report } from '@bindery/site'
import { ExportFailure } from '../../../core/exports/export-failure.ts'

/** How many failed pages the job's error names; the report has up to 100. */
const named = 10

/** Throws when a page that must be there could not be made. */
export function checkReport({ counts, failures }: Report): void {
  if (counts.failed === 0) return
  const places = failures.slice(0, named).map(formatFailure).join('\n')
  const more = counts.failed > named ? `\nand ${counts.failed - named} more.` : ''
  const subject = counts.failed === 1 ? 'One page' : `${counts.failed} pages`
  throw new ExportFailure('page_failed', `${subject} could not be rendered:\n${places}${more}`)
}

function formatFailure({ file, line, column, reason }: PageFailure): string {
  return `${file}:${line}:${column}: ${reason}`
}
