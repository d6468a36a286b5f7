import { titleOfKind } from '@bindery/site/findings'
import type { ListedFinding } from './list-findings.ts'

const withTargets = new Set(['vanished_page', 'vanished_anchor', 'broken_link', 'broken_anchor', 'missing_asset'])

interface Group {
  code: string
  title: string
  findings: ListedFinding[]
  hasTargets: boolean
}

/** The findings by kind, in their order; a kind that is new to us stands under its own name. */
export function groupFindings(findings: readonly ListedFinding[]): Group[] {
  const groups = Object.entries(Object.groupBy(findings, ({ code }) => code)) as [string, ListedFinding[]][]
  return groups.map(([code, found]) => ({
    code,
    title: titleOfKind(code),
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
