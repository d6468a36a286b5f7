// Runs in the reader's browser, see `find-pages`.
import type { Hits, Matches } from './match-words.ts'

export interface PageIndex {
  /** The number of each page's first section, and at the end that of all. */
  firstSections: number[]
  /** How many terms each page's title has. */
  titleLengths: number[]
  /** What each page counts for where the words say the same: less for a list of changes, more if its author says so. */
  priors: number[]
  /** How near each page is to the reader's own part of the site. */
  nearness(page: number): number
}

export interface Candidate {
  page: number
  score: number
  sections: Map<number, SectionScore>
}

export interface SectionScore {
  weight: number
  /** The share of the query that stands there. */
  share: number
}

interface Found extends Candidate {
  /** The rarity of the words that it has. */
  rarity: number
  titleWords: number
  title: number
  best: number
  often: number
  pair: number
}

// Tuned on the 200 queries of `npm run search` that are not held out.
const factors = { best: 1, often: 1.2, together: 1, title: 2.4, fit: 2, pair: 0.8, name: 2, pairOften: 1 }
/** Of the query's rarity, how much a page must have. Of two words that say as much, one is too little. */
const leastShare = 0.6

/** The pages that have what tells most of the query, best first. */
export function rankPages({ words, pairs, isName }: Matches, index: PageIndex): Candidate[] {
  const whole = words.reduce((sum, { rarity }) => sum + rarity, 0)
  const pages = new Map<number, Found>()
  for (const hits of words) scoreWord(pages, hits, index)
  for (const hits of pairs) scorePair(pages, hits, index, isName ? factors.name : 1)
  return [...pages.values()]
    .filter(({ rarity }) => rarity > 0 && rarity >= leastShare * whole)
    .map((found) => ({ ...found, score: scoreOf(found, whole, words.length, index) }))
    .sort((a, b) => b.score - a.score || a.page - b.page)
}

function scoreWord(pages: Map<number, Found>, { sections, titles, rarity }: Hits, { firstSections }: PageIndex): void {
  for (const [section, value] of sections) {
    const page = lastAtMost(firstSections, section)
    const found = pages.get(page) ?? noScore(page)
    pages.set(page, found)
    const known = found.sections.get(section)
    found.sections.set(section, { weight: (known?.weight ?? 0) + value * rarity, share: (known?.share ?? 0) + rarity })
  }
  for (const [page, { best, sum }] of sumPages(sections, firstSections)) {
    const found = pages.get(page) as Found
    const title = titles.get(firstSections[page] ?? 0) ?? 0
    found.rarity += rarity
    found.titleWords += title
    found.title += title * rarity
    found.best += best * rarity
    found.often += rarity * oftenIn(sum, sizeOf(page, firstSections))
  }
}

/** A name that was typed as two words, or with a mark between them, and stands on the page as one. */
function scorePair(pages: Map<number, Found>, hits: Hits, { firstSections }: PageIndex, factor: number): void {
  for (const [page, { best, sum }] of sumPages(hits.sections, firstSections)) {
    const found = pages.get(page)
    const size = sizeOf(page, firstSections)
    if (found) found.pair += factor * hits.rarity * (best + factors.pairOften * oftenIn(sum, size))
  }
}

interface PageSum {
  best: number
  sum: number
}

function sumPages(sections: Map<number, number>, firstSections: number[]): Map<number, PageSum> {
  const sums = new Map<number, PageSum>()
  for (const [section, value] of sections) {
    const page = lastAtMost(firstSections, section)
    const known = sums.get(page)
    sums.set(page, { best: Math.max(known?.best ?? 0, value), sum: (known?.sum ?? 0) + value })
  }
  return sums
}

function sizeOf(page: number, firstSections: number[]): number {
  return (firstSections[page + 1] ?? 0) - (firstSections[page] ?? 0)
}

/** Up to a title's weight; of a word that stands everywhere on a long page each place says little. */
function oftenIn(sum: number, size: number): number {
  return (7 * sum) / (sum + 6 + size / 4)
}

function noScore(page: number): Found {
  return { page, score: 0, sections: new Map(), rarity: 0, titleWords: 0, title: 0, best: 0, often: 0, pair: 0 }
}

function scoreOf(found: Found, whole: number, words: number, index: PageIndex): number {
  const { page, rarity } = found
  // Words that stand together are what was meant, more than words all over a page.
  const together = Math.max(...[...found.sections.values()].map(({ weight, share }) => weight * (share / whole) ** 2))
  const fit = found.titleWords / Math.max(words, index.titleLengths[page] ?? 1)
  const sum =
    factors.best * found.best +
    factors.often * found.often +
    factors.together * together +
    factors.pair * found.pair +
    factors.title * 7 * found.title * fit ** factors.fit
  return sum * (rarity / whole) ** 2 * (index.priors[page] ?? 1) * index.nearness(page)
}

export function lastAtMost(starts: number[], value: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}
