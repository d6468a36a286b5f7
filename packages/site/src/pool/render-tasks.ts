import type { EarlierPage } from '../page-facts.ts'

/** One page of the site whose plan lies in `planFile`. */
export interface RenderInput {
  root: string
  planFile: string
  page: string
  earlier?: EarlierPage | undefined
  /** A file that holds highlighted code from one task to the next. */
  highlightCache?: string | undefined
}

/** A page that is not tried again, and why. */
export interface FailInput {
  planFile: string
  page: string
  reason: string
}
