import type { PageFailure, Report } from '@bindery/site'
import { ExportFailure } from '../../../core/exports/export-failure.ts'

/** How many failed pages the job's error names; the report has up to 100. */
const named = 10

/** Throws when a page that the navigation names could not be made. */
export function checkReport({ counts, failures }: Report): void {
  if (counts.failed === 0) return
  const places = failures.slice(0, named).map(formatFailure).join('\n')
  const more = counts.failed > named ? `\nand ${counts.failed - named} more.` : ''
  const subject = counts.failed === 1 ? 'One page of the navigation' : `${counts.failed} pages of the navigation`
  throw new ExportFailure('page_failed', `${subject} could not be rendered:\n${places}${more}`)
}

export function countWarnings({ counts, advice }: Report): number {
  return advice.length + Object.values(counts.findings).reduce((sum, count) => sum + count, 0)
}

function formatFailure({ file, line, column, reason }: PageFailure): string {
  return `${file}:${line}:${column}: ${reason}`
}
