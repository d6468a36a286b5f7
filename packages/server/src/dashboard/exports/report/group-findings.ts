import type { ExportReport } from '@bindery/contract'
import { compareKinds, titleOfKind } from '@bindery/site/findings'

type Finding = ExportReport['findings'][number]

const withTargets = new Set(['vanished_page', 'vanished_anchor', 'broken_link', 'broken_anchor', 'missing_asset'])

interface Group {
  title: string
  /** In all; the report names at most 2,000 of a code. */
  count: number
  findings: Finding[]
  hasTargets: boolean
}

/** The findings by kind, the gravest first; a kind that is new to us stands under its own name. */
export function groupFindings({ findings, counts }: ExportReport): Group[] {
  const groups = Object.entries(Object.groupBy(findings, ({ code }) => code)) as [string, Finding[]][]
  return groups
    .sort(([a], [b]) => compareKinds(a, b))
    .map(([code, found]) => ({
      title: titleOfKind(code),
      count: counts.findings[code] ?? found.length,
      findings: found,
      hasTargets: withTargets.has(code),
    }))
}

/** A finding quotes what it is about: that is the target, and the rest of the sentence the reason. */
export function splitMessage(message: string): { target: string; reason: string } {
  const start = message.indexOf('“')
  const end = message.indexOf('”', start)
  const target = start < 0 || end < 0 ? '' : message.slice(start + 1, end)
  if (target === '') return { target: '', reason: message }
  const [, page] = /^(\S+) has no place called /.exec(message) ?? []
  if (page !== undefined) return { target: `${page}#${target}`, reason: 'The page has no such place.' }
  const rest = `${message.slice(0, start)}${message.slice(end + 1)}`.trim()
  return { target, reason: rest.charAt(0).toUpperCase() + rest.slice(1) }
}
