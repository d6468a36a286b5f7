import type { PageFacts } from '../../model/page-facts.ts'
import type { PageSection, SearchedPage, SearchPlace } from '../../model/searched-page.ts'
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
 * that joining the runs of a site costs a fifth of joining its pages.
 */
export function joinSearch(pages: readonly PageFacts[]): SearchShare[] {
  const runs = new Map<string, SearchRun>()
  for (const page of pages) {
    const { search, searchPlace } = page
    if (!search || !searchPlace) continue
    const run = runs.get(searchPlace.scope) ?? new SearchRun()
    runs.set(searchPlace.scope, run)
    run.add(indexPage(page, search, searchPlace), search.terms)
  }
  return [...runs].map(([scope, run]) => ({ scope, pages: run.pages, terms: run.finish() }))
}

function indexPage({ output, title }: PageFacts, search: SearchedPage, place: SearchPlace): IndexedPage {
  const { crumb, section, isListed } = place
  const { titleLength, prior } = search
  const parts = excerptsOf(search.sections)
  const steps = Math.ceil(parts.length / sectionsOfPage)
  return { output, steps, titleLength, prior, section, isListed, text: JSON.stringify([output, title, crumb, parts]) }
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
