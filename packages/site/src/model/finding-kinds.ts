/**
 * An error costs readers a page or a part of it, and fails a check and whatever is strict. A warning is something that
 * does not work as it was written. Advice is what could be better.
 */
export type Severity = 'error' | 'warning' | 'advice'

interface FindingKind {
  severity: Severity
  /** What findings of this kind have in common, as a heading. */
  title: string
}

const error = (title: string): FindingKind => ({ severity: 'error', title })
const warning = (title: string): FindingKind => ({ severity: 'warning', title })
const advice = (title: string): FindingKind => ({ severity: 'advice', title })

/**
 * Every kind of finding by its stable code: how grave it is stands here and nowhere else. The order is that of a report:
 * what hurts readers most comes first.
 */
const kinds: Readonly<Record<string, FindingKind>> = {
  page_failed: error('Pages that failed'),
  page_left_out: error('Pages left out because they cannot be read'),
  page_not_parsed: error('Pages that are not valid MDX, shown as far as they can be read'),
  invalid_encoding: error('Files that are not UTF-8'),
  possible_secret: warning('What looks like a secret'),
  configuration: warning('Mistakes in the configuration'),
  vanished_page: warning('Addresses that readers have and that lead nowhere now'),
  vanished_anchor: warning('Places on pages that readers have links to and that are gone'),
  broken_link: warning('Links that lead nowhere'),
  broken_anchor: warning('Links to a place that a page does not have'),
  missing_asset: warning('Images and files that are not there'),
  missing_import: warning('Imports of files that are not there'),
  unreadable_spec: warning('Descriptions of APIs that cannot be read'),
  unknown_reference: warning('References in descriptions of APIs that lead nowhere'),
  unknown_component: warning('Components that nobody defines'),
  fallback: warning('Parts that need a browser or are not known at build time'),
  undrawn_diagram: warning('Diagrams that are shown as text'),
  unknown_variable: warning('Variables that the configuration does not have'),
  refused_url: warning('Addresses that a page may not use'),
  refused_style: warning('Styles that a page may not use'),
  refused_element: warning('Elements that a page may not use'),
  event_handler: warning('Handlers of events, which a static page does not run'),
  raw_html: warning('Raw HTML that is left out'),
  duplicate_id: warning('Places with the same name'),
  accessibility: advice('Barriers for readers who cannot see the page'),
  unknown_icon: advice('Icons that no set has'),
  nearest_icon: advice('Icons of a paid set, for which the nearest free one is shown'),
  unknown_language: advice('Code in a language that has no grammar'),
  duplicate_title: advice('Pages with the same title'),
  unknown_setting: advice('Settings that are not known'),
  ignored_prop: advice('Properties of components and options of code that have no effect'),
  ignored_setting: advice('Settings that a static site does not use'),
  browser_code: advice('Components that would work in a browser, with authorCode: browser'),
  blocked_host: advice('Other hosts that scripts of the author ask, which pages do not allow'),
  live_asset: advice('Pictures that change by themselves, so that a copy would be wrong'),
  outside_host: advice('Other hosts that pages load from, or offer to load from'),
}
const order = Object.keys(kinds)

/** Of a code that is new to us: a warning, as every finding once was. */
export function severityOf(code: string): Severity {
  return kinds[code]?.severity ?? 'warning'
}

export function titleOfKind(code: string): string {
  return kinds[code]?.title ?? code
}

const ranks: Record<Severity, number> = { error: 0, warning: 1, advice: 2 }

/** The gravest first; a code that is new to us comes last of its severity. */
export function compareKinds(a: string, b: string): number {
  const placeOf = (code: string) => (order.indexOf(code) + order.length + 1) % (order.length + 1)
  return ranks[severityOf(a)] - ranks[severityOf(b)] || placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b))
}

/** As much of a report as its totals are made from. */
interface Counted {
  counts: { failed: number; findings: Record<string, number>; configuration: number; outsideHosts: number }
}

/** How many there are of each kind, whatever part of a report names them. */
export function countKinds({ counts }: Counted) {
  const all: Record<string, number> = {
    page_failed: counts.failed,
    configuration: counts.configuration,
    outside_host: counts.outsideHosts,
    ...counts.findings,
  }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
}

/** The totals that a check, a job and the dashboard show: the same ones, because all are counted here. */
export function countSeverities(report: Counted): { errors: number; warnings: number; advice: number } {
  const totals: Record<Severity, number> = { error: 0, warning: 0, advice: 0 }
  for (const [code, count] of Object.entries(countKinds(report))) totals[severityOf(code)] += count
  return { errors: totals.error, warnings: totals.warning, advice: totals.advice }
}
