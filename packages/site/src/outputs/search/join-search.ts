import type { PageFacts } from '../../model/page-facts.ts'
import type { PageSection, SearchPlace } from '../../model/searched-page.ts'
import { extendTermLine, readTermLine, type TermLine, writeTermLine } from './term-line.ts'

/**
 * Sections of a page are numbered in steps of this, so that one more of them rarely moves the numbers of all pages after
 * it, which stand in every file of the index.
 */
export const sectionsOfPage = 8

/** What a run of pages adds to the index of one scope. */
export interface SearchShare {
  scope: string
  pages: IndexedPage[]
  /** A line for each term, in the order of the terms; sections are counted from the first page of the run. */
  terms: string
}

export interface IndexedPage {
  output: string
  /** How many steps of numbers its sections take. */
  steps: number
  titleLength: number
  prior: number
  section: string
  isListed: boolean
  /** As it stands in the index. */
  text: string
}

/**
 * The shares of a run of pages, one for each scope. A term that half of the pages have becomes one line out of many, so
 * that joining the runs of a site costs a fifth of joining its pages; and a run that an export takes over is joined
 * already.
 */
export function joinSearch(pages: readonly PageFacts[]): SearchShare[] {
  const runs = new Map<string, SearchRun>()
  for (const { output, title, search, searchPlace } of pages) {
    if (!search || !searchPlace) continue
    const { scope, crumb, section, isListed } = searchPlace
    const { titleLength, prior } = search
    const run = runs.get(scope) ?? new SearchRun()
    runs.set(scope, run)
    const parts = excerptsOf(search.sections)
    const steps = Math.ceil(parts.length / sectionsOfPage)
    const text = JSON.stringify([output, title, crumb, parts])
    run.add({ output, steps, titleLength, prior, section, isListed, text }, search.terms)
  }
  return [...runs].map(([scope, run]) => ({ scope, pages: run.pages, terms: run.finish() }))
}

// What a result may show of a section, and of a page altogether: a schema of 580 sections was 200 KB to whoever found it.
const longestText = 2_400
const mostOfPage = 24_000

/** The texts of a page's sections, as far as there is room: a result shows the words around a match. Terms are of the whole. */
function excerptsOf(sections: readonly PageSection[]): string[][] {
  const longest = Math.min(longestText, shareRoom(sections.map(({ text }) => text.length)))
  return sections.map(({ id, heading, text }) => [id, heading, text.slice(0, longest).toWellFormed()])
}

/** How long each text may be for all to have room; what short ones leave is for the others. */
function shareRoom(lengths: number[]): number {
  let room = mostOfPage
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(room / (lengths.length - at))
    if (length > share) return Math.max(40, share)
    room -= length
  }
  return longestText
}

type PageText = [output: string, title: string, crumb: string, parts: unknown]

/** The shares of pages of which some, by their output, now have another way to them: nothing else of a share names it. */
export function moveInSearch(shares: readonly SearchShare[], moved: ReadonlyMap<string, SearchPlace>): SearchShare[] {
  return shares.map(({ pages, ...share }) => ({
    ...share,
    pages: pages.map((page) => {
      const place = moved.get(page.output)
      if (place === undefined) return page
      const [output, title, , parts] = JSON.parse(page.text) as PageText
      const text = JSON.stringify([output, title, place.crumb, parts] satisfies PageText)
      return { ...page, section: place.section, isListed: place.isListed, text }
    }),
  }))
}

class SearchRun {
  readonly pages: IndexedPage[] = []
  readonly #lines = new Map<string, TermLine>()
  #sections = 0

  add(page: IndexedPage, terms: string): void {
    this.pages.push(page)
    for (const text of terms === '' ? [] : terms.split('\n')) {
      const line = readTermLine(text)
      const known = this.#lines.get(line.term)
      if (known) extendTermLine(known, line, this.#sections)
      else this.#lines.set(line.term, { ...line, first: this.#sections + line.first, last: this.#sections + line.last })
    }
    this.#sections += page.steps * sectionsOfPage
  }

  finish(): string {
    const terms = [...this.#lines.keys()].sort()
    return terms.map((term) => writeTermLine(this.#lines.get(term) as TermLine)).join('\n')
  }
}
