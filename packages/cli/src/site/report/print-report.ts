import type { Report } from '@bindery/site'
import { plainText } from '../../terminal/plain-text.ts'
import { formatGithub } from './format-github.ts'
import { formatSarif } from './format-sarif.ts'
import { formatText } from './format-text.ts'

export const reportFormats = ['text', 'json', 'github', 'sarif'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** `folder` is where the files of the report lie, as seen from where the command runs. */
export function printReport(report: Report, format: ReportFormat, folder = ''): void {
  process.stdout.write(`${writeLines(report, format, folder).join('\n')}\n`)
}

function writeLines(report: Report, format: ReportFormat, folder: string): string[] {
  if (format === 'json') return [JSON.stringify(report)]
  if (format === 'sarif') return formatSarif(report, folder)
  if (format === 'github') return formatGithub(report, folder)
  return formatText(report).map(plainText)
}
