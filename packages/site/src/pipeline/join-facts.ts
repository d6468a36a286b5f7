import type { PageFacts } from '../model/page-facts.ts'
import { joinSearch, type SearchShare } from '../outputs/search/join-search.ts'

/** What a run of pages tells, as far as it can be joined before the others are known. Plain data. */
export interface SitePart {
  /** Without what they gave to the search. */
  pages: PageFacts[]
  search: SearchShare[]
}

export function joinFacts(facts: readonly PageFacts[]): SitePart {
  return { pages: facts.map(({ search: _, ...page }) => page), search: joinSearch(facts) }
}

// Enough for most words to repeat, and some 2 MB.
const pagesOfPart = 128

/** Parts of pages that come one by one. */
export async function* joinInTurn(facts: AsyncIterable<PageFacts> | Iterable<PageFacts>): AsyncGenerator<SitePart> {
  let run: PageFacts[] = []
  for await (const page of facts) {
    run.push(page)
    if (run.length < pagesOfPart) continue
    yield joinFacts(run)
    run = []
  }
  if (run.length > 0) yield joinFacts(run)
}
