import type { PageOutline, PageTrace } from './page-trace.ts'
import type { Diagnostic, SourcePoint } from './page-tree.ts'
import type { SearchedPage, SearchPlace } from './searched-page.ts'
import type { SiteFile } from './site-file.ts'

/** What is known of a page once it is rendered: all that the report and the shared files are made from. Plain data. */
export interface PageFacts {
  route: string
  file: string
  output: string
  title: string
  description?: string
  headings: PageOutline['headings']
  /** Every id of the page, in order; a repeated one is a finding. */
  anchors: string[]
  /** Links to a place inside a page: they can be judged only when that page is known. */
  anchorLinks: { route: string; anchor: string; at: SourcePoint }[]
  /** Paths of files shown on the page. */
  assets: string[]
  /** Paths of files that the page links to, which keep their names. */
  downloads: string[]
  /** Addresses of files that the page shows of other hosts, whether they were fetched or not. */
  remote?: string[]
  /** Hosts that a reader's browser asks for what the author embedded. */
  hosts: string[]
  /** Scripts that the page uses and ordinary pages do not load. */
  needs: PageOutline['needs']
  /** The author's code that the page brings along: how much it is, and its digest as a content security policy names it. */
  code?: { bytes: number; digest: string }
  /** Files that the page imports. */
  imports: string[]
  diagnostics: Diagnostic[]
  /** Absent on pages that no search finds. */
  search?: SearchedPage
  searchPlace?: SearchPlace
  failure?: PageFailure
}

export interface PageFailure {
  file: string
  line: number
  column: number
  reason: string
}

export interface RenderedPage {
  page: string
  files: SiteFile[]
  facts: PageFacts
  /** Absent on a page of which nothing could be made. */
  trace?: PageTrace
  /** Only laid out, around the content of an earlier page, whose files beside its HTML are still right. */
  reused?: true
  failure?: PageFailure
}

/** A page of an earlier export. */
export interface EarlierPage {
  html(): Promise<string>
  facts: PageFacts
  trace: PageTrace
}
