import { countSeverities, type Report, type Severity, titleOfKind } from '@bindery/site'
import { formatMany } from '../../terminal/format.ts'
import { type Kind, listKinds } from './list-entries.ts'

// A terminal is no place for a thousand lines; the report file has them all.
const shownOfKind = 10

const headings: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', advice: 'Advice' }

/** The totals, then the kinds, the gravest first, each with its first places. */
export function formatText(report: Report): string[] {
  const kinds = listKinds(report)
  const parts = Object.entries(headings).flatMap(([severity, heading]) => {
    const own = kinds.filter((kind) => kind.severity === severity)
    return own.length > 0 ? ['', heading, ...own.flatMap(formatKind)] : []
  })
  return [formatTotals(report), ...parts]
}

export function formatTotals(report: Report): string {
  const { rendered, pages, failed, leftOut } = report.counts
  const { errors, warnings, advice } = countSeverities(report)
  const totals = `${formatMany(errors, 'error')}, ${formatMany(warnings, 'warning')}, ${formatMany(advice, 'piece')} of advice`
  const lost = [...(failed > 0 ? [`${failed} failed`] : []), ...(leftOut > 0 ? [`${leftOut} left out`] : [])]
  return `${totals}. ${[`${rendered} of ${pages} pages rendered`, ...lost].join(', ')}.`
}

function formatKind({ code, count, entries }: Kind): string[] {
  const shown = entries.slice(0, shownOfKind)
  const more = count - shown.length
  return [
    '',
    `  ${titleOfKind(code)}: ${count} (${code})`,
    ...shown.map(({ place, message }) =>
      place ? `    ${place.file}:${place.line}:${place.column}: ${message}` : `    ${message}`,
    ),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}
