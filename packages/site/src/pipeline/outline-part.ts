import type { FinishingFacts } from '../model/page-facts.ts'
import type { SearchShare } from '../outputs/search/join-search.ts'
import { outlineShare, type ShareOutline } from '../outputs/search/outline-share.ts'
import type { SitePart } from './join-facts.ts'

/** A part as finishing takes it. */
export interface FinishingPart {
  pages: FinishingFacts[]
  /** Without those of scopes that are settled or updated. */
  search: SearchShare[]
}

/** A third of a part: all that finishing reads of a part that has not changed. Plain data. */
export interface PartOutline {
  pages: FinishingFacts[]
  search: ShareOutline[]
}

export function outlinePart({ pages, search }: SitePart): PartOutline {
  return {
    pages: pages.map(({ output: _o, headings: _h, remote: _r, search: _s, searchPlace: _p, ...page }) => page),
    search: search.map(outlineShare),
  }
}
