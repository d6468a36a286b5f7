import type { Advice } from '../../model/advice.ts'
import type { Finding } from '../../model/finding.ts'
import type { PageFailure } from '../../model/page-facts.ts'
import type { LeftOut } from '../../model/site-plan.ts'

/** All that an author should know about a finished site; stands in it as `_bindery/report.json`. */
export interface Report {
  renderer: string
  name: string
  counts: ReportCounts
  /** Pages that could not be made; at most 100 are named, `counts.failed` has them all. */
  failures: (PageFailure & { fatal: boolean })[]
  /** At most 2,000 of a kind are named, `counts.findings` has them all. */
  findings: Finding[]
  /**
   * Hosts outside the site from which a reader's browser loads something; at most 2,000 are named. `count` is the number of
   * their pages, of which at most 20,000 in all are named.
   */
  outsideHosts: { host: string; pages: string[]; count: number }[]
  /** Pages that no navigation links to. Of these, of `leftOut` and of `advice` at most 2,000 are named; `counts` has all. */
  unlisted: string[]
  leftOut: LeftOut[]
  advice: Advice[]
  /** What the author's code weighs, where it runs in readers' browsers. */
  authorCode?: AuthorCodeReport | undefined
}

export interface AuthorCodeReport {
  /** Those with components of their own; at most 2,000 are named. */
  pages: { page: string; bytes: number }[]
  /** Each on every page. */
  scripts: { file: string; bytes: number }[]
}

export interface ReportCounts {
  errors: number
  warnings: number
  advice: number
  pages: number
  rendered: number
  failed: number
  leftOut: number
  findings: Record<string, number>
  /** Pages on which there is a finding of a kind. */
  pagesWith: Record<string, number>
  /** Rendered pages that miss none of their imports, and how many of those need no fallback. */
  withAllImports: number
  withoutFallback: number
  outsideHosts: number
  unlisted: number
  /** Pages, scripts and other files that are not published. */
  leftOutFiles: number
  /** Mistakes in the configuration. */
  configuration: number
}

export const reportPath = '_bindery/report.json'
export const reportPagePath = '_bindery/report.html'
