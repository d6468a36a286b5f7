import type { PageTrace } from '../../model/page-trace.ts'

/** One page of the site whose plan lies in `planFile`. */
export interface RenderInput {
  root: string
  planFile: string
  page: string
  /** A file that holds highlighted code from one task to the next. */
  highlightCache?: string | undefined
}

/** A page whose files of other hosts are asked for. */
export type ListRemoteInput = Pick<RenderInput, 'root' | 'planFile' | 'page'>

/** What a page shows of other hosts, and what it was rendered from, unless it failed. */
export interface ShownByPage {
  page: string
  urls: string[]
  trace?: PageTrace | undefined
}

/** A page that is not tried again, and why. */
export interface FailInput {
  planFile: string
  page: string
  reason: string
}

export interface FailToFileInput extends FailInput {
  file: string
}

/** One whose result is written to a file. */
export interface RenderToFileInput extends RenderInput {
  file: string
  /** What it tells of itself, without the files that were made of it. */
  factsOnly: boolean
}

export interface WrittenPage {
  page: string
  /** Of its file. */
  bytes: number
}
