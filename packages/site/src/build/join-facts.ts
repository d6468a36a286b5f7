import type { PageFacts } from '../model/page-facts.ts'
import type { SearchPlace } from '../model/searched-page.ts'
import { joinSearch, moveInSearch, type SearchShare } from '../outputs/search/join-search.ts'

/** What a run of pages tells, as far as it can be joined before the others are known. Plain data. */
export interface SitePart {
  /** Without what they gave to the search. */
  pages: PageFacts[]
  search: SearchShare[]
}

export function joinFacts(facts: readonly PageFacts[]): SitePart {
  return { pages: facts.map(({ search: _, ...page }) => page), search: joinSearch(facts) }
}

/**
 * The same of pages that were joined before and stand in the same order, with the same content: only where each stands in
 * the site may have changed. Undefined where more has; then what they gave to the search must be joined anew.
 */
export function joinAgain({ pages: before, search }: SitePart, pages: readonly PageFacts[]): SitePart | undefined {
  const moved = new Map<string, SearchPlace>()
  if (before.length !== pages.length) return undefined
  for (const [at, { route, output, title, searchPlace: place }] of pages.entries()) {
    const earlier = before[at]
    const isSame = earlier?.route === route && earlier.output === output && earlier.title === title
    if (!isSame || earlier.searchPlace?.scope !== place?.scope) return undefined
    const isMoved = earlier.searchPlace?.crumb !== place?.crumb || earlier.searchPlace?.section !== place?.section
    if (place && isMoved) moved.set(output, place)
  }
  return { pages: pages.map(({ search: _, ...page }) => page), search: moveInSearch(search, moved) }
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
