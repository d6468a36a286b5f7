import type { ExportReport } from '@bindery/contract'

type Finding = ExportReport['findings'][number]

/** What each code means to the author, in the order of what hurts readers most. */
const meanings: Record<string, string> = {
  vanished_page: 'Addresses that readers have and that lead nowhere now',
  vanished_anchor: 'Places on pages that readers have links to and that are gone',
  broken_link: 'Links that lead nowhere',
  broken_anchor: 'Links to a place that a page does not have',
  missing_asset: 'Images and files that are not there',
  page_left_out: 'Pages left out because they cannot be read',
  possible_secret: 'What looks like a secret',
  missing_import: 'Imports of files that are not there',
  unreadable_spec: 'Descriptions of APIs that cannot be read',
  unknown_reference: 'References in descriptions of APIs that lead nowhere',
  unknown_component: 'Components that nobody defines',
  fallback: 'Parts that need a browser or are not known at build time',
  unknown_icon: 'Icons that no set has',
  unknown_language: 'Code in a language that has no grammar',
  undrawn_diagram: 'Diagrams that are shown as text',
  unknown_variable: 'Variables that the configuration does not have',
  refused_url: 'Addresses that a page may not use',
  refused_element: 'Elements that a page may not use',
  event_handler: 'Handlers of events, which a static page does not run',
  raw_html: 'Raw HTML that is left out',
  accessibility: 'Barriers for readers who cannot see the page',
  duplicate_title: 'Pages with the same title',
  duplicate_id: 'Places with the same name',
}
const order = Object.keys(meanings)
const withTargets = new Set(['vanished_page', 'vanished_anchor', 'broken_link', 'broken_anchor', 'missing_asset'])

interface Group {
  title: string
  /** In all; the report names at most 2,000 of a code. */
  count: number
  findings: Finding[]
  hasTargets: boolean
}

/** The findings by kind, broken links first; a kind that is new to us comes last, under its own name. */
export function groupFindings({ findings, counts }: ExportReport): Group[] {
  const rank = (code: string) => (order.indexOf(code) + order.length + 1) % (order.length + 1)
  const groups = Object.entries(Object.groupBy(findings, ({ code }) => code)) as [string, Finding[]][]
  return groups
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([code, found]) => ({
      title: meanings[code] ?? code,
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
