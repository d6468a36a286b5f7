import { join } from 'node:path'
import type { Finding, Report } from '@bindery/site'
import { plainText } from '../terminal/plain-text.ts'

interface PrintOptions {
  json: boolean
  /** Write findings so that the CI shows them beside their lines; from where it stands, files begin with this. */
  annotateUnder?: string
}

// A terminal is no place for a thousand lines; the report file has them all.
const shownOfKind = 10

export function printReport(report: Report, { json, annotateUnder }: PrintOptions): void {
  const format = () =>
    annotateUnder === undefined ? sentences(report).map(plainText) : annotations(report, annotateUnder)
  const lines = json ? [JSON.stringify(report)] : format()
  process.stdout.write(`${lines.join('\n')}\n`)
}

function sentences(report: Report): string[] {
  const { counts } = report
  return [
    ...report.failures.map(({ file, line, column, reason }) => `error ${file}:${line}:${column}: ${reason}`),
    ...report.advice.map(({ file, path, message, suggestion }) => `advice ${file} ${path}: ${message} ${suggestion}`),
    ...Object.entries(counts.findings).flatMap(([code, count]) => formatKind(code, count, report.findings)),
    `${counts.rendered} of ${counts.pages} pages rendered, ${counts.failed} failed, ${counts.leftOut} left out.`,
  ]
}

function formatKind(code: string, count: number, findings: Finding[]): string[] {
  const own = findings.filter((finding) => finding.code === code)
  const shown = own.slice(0, shownOfKind)
  const more = count - shown.length
  return [
    `${code} (${count})`,
    ...shown.map(({ file, line, column, message }) => `  ${file}:${line}:${column}: ${message}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function annotations(report: Report, folder: string): string[] {
  const annotate = (level: 'error' | 'warning', title: string, place: Place) =>
    toAnnotation(level, title, { ...place, file: join(folder, place.file) })
  return [
    ...report.failures.map((failure) => annotate('error', 'page_failed', { ...failure, message: failure.reason })),
    ...report.advice.map(({ file, path, message, suggestion }) =>
      annotate('warning', 'configuration', { file, line: 1, column: 1, message: `${path}: ${message} ${suggestion}` }),
    ),
    ...report.findings.map((finding) => annotate('warning', finding.code, finding)),
  ]
}

type Place = Pick<Finding, 'file' | 'line' | 'column' | 'message'>

function toAnnotation(level: 'error' | 'warning', title: string, { file, line, column, message }: Place): string {
  return `::${level} file=${escapeProperty(file)},line=${line},col=${column},title=${title}::${escapeData(message)}`
}

// The characters that end a workflow command; an author's text must not begin a new one.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
