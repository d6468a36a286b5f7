import { termsOf } from '../../layout/theme/search/terms.ts'
import type { PageSection, SearchedPage } from '../../model/searched-page.ts'
import { splitSections } from './split-sections.ts'
import { type TermLine, writePosting, writeTermLine } from './term-line.ts'

const titleWeight = 7
const headingWeight = 5
/** More than this often is not more to the point. */
const mostInText = 3

/** A page's sections; its title and description belong to the first. */
export function describeForSearch(content: string, title: string, description = ''): SearchedPage {
  const [opening, ...others] = splitSections(content)
  const text = `${description} ${opening?.text ?? ''}`.trim()
  const sections = [{ id: '', heading: title, text }, ...others.filter(({ heading, text }) => heading + text !== '')]
  const all = new Map<string, TermLine>()
  for (const [at, section] of sections.entries()) {
    for (const [term, weight] of weigh(section, at === 0 ? titleWeight : headingWeight))
      addPosting(all, term, at, weight)
  }
  return { sections, terms: [...all.values()].map(writeTermLine).join('\n') }
}

function weigh({ heading, text }: PageSection, weightOfHeading: number): Map<string, number> {
  const weights = new Map<string, number>()
  for (const term of writableTerms(text)) weights.set(term, (weights.get(term) ?? 0) + 1)
  for (const [term, count] of weights) {
    if (count > 1) weights.set(term, Math.min(mostInText, 1 + Math.floor(Math.log2(count))))
  }
  for (const term of writableTerms(heading)) weights.set(term, weightOfHeading)
  return weights
}

/** A long term may be cut inside a character, which no file can hold: it must not sort here otherwise than read again. */
function writableTerms(text: string): string[] {
  return termsOf(text).map((term) => term.toWellFormed())
}

function addPosting(all: Map<string, TermLine>, term: string, section: number, weight: number): void {
  const known = all.get(term)
  if (!known) {
    all.set(term, { term, first: section, weight, last: section, rest: '' })
    return
  }
  known.rest += writePosting(section - known.last, weight)
  known.last = section
}
