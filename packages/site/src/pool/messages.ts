import type { EarlierPage, RenderedPage } from '../page-facts.ts'

/** What a child is asked: one page of the site whose plan lies in `planFile`. */
export interface RenderRequest {
  id: number
  root: string
  planFile: string
  page: string
  earlier?: EarlierPage | undefined
  /** A file that keeps highlighted code from one task to the next. */
  highlightCache?: string | undefined
  /** The page has ended two children: it is not tried again, and this is why it failed. */
  verdict?: string
}

/** What a child says: that it has its tools at hand, how a page went, or that its files could not be read at all. */
export type RenderReply = { ready: true } | { id: number; rendered: RenderedPage } | { id: number; error: string }
