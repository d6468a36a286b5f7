import { join } from 'node:path'
import type { Report, Severity } from '@bindery/site'
import { plainText } from '../../terminal/plain-text.ts'
import { formatTotals } from './format-text.ts'
import { type Entry, listKinds } from './list-entries.ts'

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', advice: 'notice' }

/** Workflow commands, so that GitHub shows what is wrong beside its lines; files begin with the folder's own path. */
export function formatGithub(report: Report, folder: string): string[] {
  return [
    plainText(formatTotals(report)),
    ...listKinds(report).flatMap(({ code, severity, entries }) =>
      entries.map((entry) => toCommand(levels[severity], code, entry, folder)),
    ),
  ]
}

function toCommand(level: string, code: string, { place, message }: Entry, folder: string): string {
  const where = place ? `file=${escapeProperty(join(folder, place.file))},line=${place.line},col=${place.column},` : ''
  return `::${level} ${where}title=${code}::${escapeData(message)}`
}

// The characters that end a workflow command; an author's text must not begin a new one.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
