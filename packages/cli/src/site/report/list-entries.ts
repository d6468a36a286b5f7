import { compareKinds, countKinds, type Report, type Severity, severityOf } from '@bindery/site'

/** One thing that a report names, whatever part of it that is. */
export interface Entry {
  message: string
  /** In the docs folder; hosts have none. */
  place?: { file: string; line: number; column: number } | undefined
}

export interface Kind {
  code: string
  severity: Severity
  /** In all; a report names at most 2,000 of a kind. */
  count: number
  entries: Entry[]
}

/** All that a report names, by kind, the gravest first. */
export function listKinds(report: Report): Kind[] {
  const entries = Map.groupBy(listEntries(report), ([code]) => code)
  return Object.entries(countKinds(report))
    .sort(([a], [b]) => compareKinds(a, b))
    .map(([code, count]) => ({
      code,
      severity: severityOf(code),
      count,
      entries: (entries.get(code) ?? []).map(([, entry]) => entry),
    }))
}

function listEntries({ failures, findings, advice, outsideHosts }: Report): [string, Entry][] {
  const inConfiguration = (file: string) => ({ file, line: 1, column: 1 })
  return [
    ...failures.map(({ reason, ...place }) => ['page_failed', { message: reason, place }] as [string, Entry]),
    ...findings.map(({ code, message, ...place }) => [code, { message, place }] as [string, Entry]),
    ...advice.map(({ file, path, message, suggestion }): [string, Entry] => {
      const where = path === '' ? '' : `${path}: `
      return ['configuration', { message: `${where}${message} ${suggestion}`, place: inConfiguration(file) }]
    }),
    ...outsideHosts.map(({ host, pages, count }): [string, Entry] => {
      const more = count === 1 ? `on ${pages[0]}` : `on ${count} pages, such as ${pages[0]}`
      return ['outside_host', { message: `${host}, ${more}` }]
    }),
  ]
}
