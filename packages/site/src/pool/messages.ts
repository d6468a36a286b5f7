import type { RenderedPage } from '../page-facts.ts'

/** What a child is asked: one page of the site whose plan lies in `planFile`. */
export interface RenderRequest {
  id: number
  root: string
  planFile: string
  page: string
  /** The page has ended two children: it is not tried again, and this is why it failed. */
  verdict?: string
}

export interface RenderReply {
  id: number
  rendered: RenderedPage
}
