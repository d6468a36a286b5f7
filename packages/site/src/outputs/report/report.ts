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
  /** Hosts outside the site that a reader's browser will ask, because a page embeds something of theirs. */
  outsideHosts: { host: string; pages: string[] }[]
  /** Pages that no navigation leads to. */
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
}

export const reportPath = '_bindery/report.json'
export const reportPagePath = '_bindery/report.html'
