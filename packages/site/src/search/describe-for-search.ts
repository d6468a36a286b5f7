import { writeNumber } from './numbers.ts'
import { type PageSection, splitSections } from './split-sections.ts'
import { termsOf } from './terms.ts'

/** What the search index needs of a page; made where the page is rendered, so that it costs every core alike. */
export interface SearchedPage {
  sections: PageSection[]
  /**
   * A line for each term: the term, the first and the last section that has it, the weight in the first, and the
   * postings of those after it, already as they stand in the index.
   */
  terms: string
}

interface Postings {
  first: number
  weight: number
  last: number
  rest: string
}

const titleWeight = 7
const headingWeight = 5
/** More than this often is not more to the point. */
const mostInText = 3

/** A page's sections; its title and description belong to the first. */
export function describeForSearch(content: string, title: string, description = ''): SearchedPage {
  const [opening, ...others] = splitSections(content)
  const text = `${description} ${opening?.text ?? ''}`.trim()
  const sections = [{ id: '', heading: title, text }, ...others.filter(({ heading, text }) => heading + text !== '')]
  const all = new Map<string, Postings>()
  for (const [at, section] of sections.entries()) {
    for (const [term, weight] of weigh(section, at === 0 ? titleWeight : headingWeight))
      addPosting(all, term, at, weight)
  }
  const lines = [...all].map(([term, { first, last, weight, rest }]) => `${term} ${first} ${last} ${weight} ${rest}`)
  return { sections, terms: lines.join('\n') }
}

function weigh({ heading, text }: PageSection, weightOfHeading: number): Map<string, number> {
  const weights = new Map<string, number>()
  for (const term of termsOf(text)) weights.set(term, (weights.get(term) ?? 0) + 1)
  for (const [term, count] of weights) {
    if (count > 1) weights.set(term, Math.min(mostInText, 1 + Math.floor(Math.log2(count))))
  }
  for (const term of termsOf(heading)) weights.set(term, weightOfHeading)
  return weights
}

function addPosting(all: Map<string, Postings>, term: string, section: number, weight: number): void {
  const known = all.get(term)
  if (!known) {
    all.set(term, { first: section, weight, last: section, rest: '' })
    return
  }
  known.rest += writePosting(section - known.last, weight)
  known.last = section
}

/** Sections come in order, so a posting is the distance from the one before, with the weight in its last three bits. */
export function writePosting(distance: number, weight: number): string {
  return writeNumber(distance * 8 + weight)
}
