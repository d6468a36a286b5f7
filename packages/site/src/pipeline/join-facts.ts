import type { PageFacts } from '../model/page-facts.ts'
import type { SearchedPage, SearchPlace } from '../model/searched-page.ts'
import {
  type ChangedPage,
  changeInSearch,
  joinSearch,
  moveInSearch,
  type SearchShare,
} from '../outputs/search/join-search.ts'

/** What a run of pages tells, as far as it can be joined before the others are known. Plain data. */
export interface SitePart {
  /** Without what they gave to the search. */
  pages: PageFacts[]
  search: SearchShare[]
}

export function joinFacts(facts: readonly PageFacts[]): SitePart {
  return { pages: facts.map(({ search: _, ...page }) => page), search: joinSearch(facts) }
}

/** What a page tells of itself; without what it gave to the search, if it is taken over. */
export interface JoinedPage {
  facts: PageFacts
  isReused: boolean
}

/**
 * The same of pages that were joined before and stand in the same order. Undefined where they do not, or where a page now
 * takes another number of places in the search: then what they gave to it must be joined anew.
 */
export function joinAgain(
  { pages: before, search }: SitePart,
  pages: readonly JoinedPage[],
  readSearched: (at: number) => SearchedPage | undefined,
): SitePart | undefined {
  const moved = new Map<string, SearchPlace>()
  const changed = new Map<string, ChangedPage>()
  if (before.length !== pages.length) return undefined
  for (const [at, { facts, isReused }] of pages.entries()) {
    const { route, output, title, searchPlace: place } = facts
    const earlier = before[at]
    const isSame = earlier?.route === route && earlier.output === output
    if (!isSame || earlier.searchPlace?.scope !== place?.scope) return undefined
    if (!isReused) changed.set(output, { now: facts, before: readSearched(at) })
    else if (earlier.title !== title) return undefined
    else if (place && isMoved(earlier.searchPlace, place)) moved.set(output, place)
  }
  const shares = changeInSearch(moveInSearch(search, moved), changed)
  return shares && { pages: pages.map(({ facts: { search: _, ...page } }) => page), search: shares }
}

function isMoved(before: SearchPlace | undefined, { crumb, section, isListed }: SearchPlace): boolean {
  return before?.crumb !== crumb || before.section !== section || before.isListed !== isListed
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
