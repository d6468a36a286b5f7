import { isCommon } from '../../layout/theme/search/stems.ts'
import { joinedTermsOf, pairsOf, termsOf } from '../../layout/theme/search/terms.ts'
import type { PageSection, SearchedPage } from '../../model/searched-page.ts'
import type { OwnSettings } from '../../model/site-plan.ts'
import { splitSections } from './split-sections.ts'
import { type TermLine, writePosting, writeTermLine } from './term-line.ts'

// A posting has three bits for it. Of 7 the search knows that it is the title.
const weights = { title: 7, address: 6, heading: 5, description: 4, folder: 3, mostInText: 3 }

export interface Searched extends Pick<OwnSettings, 'keywords' | 'boost'> {
  title: string
  description?: string | undefined
  route?: string
  /** How many entries of a changelog it has. */
  updates?: number
  /** An operation of an API: its guide comes before it. */
  isOperation?: boolean
}

/** A page's sections; its title and description belong to the first. */
export function describeForSearch(content: string, page: Searched): SearchedPage {
  const { title, description = '', keywords = [] } = page
  const [opening, ...others] = splitSections(content)
  const text = `${description} ${opening?.text ?? ''}`.trim()
  const sections = [{ id: '', heading: title, text }, ...others.filter(({ heading, text }) => heading + text !== '')]
  const all = new Map<string, TermLine>()
  for (const [at, section] of sections.entries()) {
    const found = weighText(section.text)
    if (at === 0) {
      addAll(found, termsAndPairs(description), weights.description)
      addAddress(found, page.route ?? '')
      addAll(found, termsAndPairs(keywords.slice(0, mostKeywords).join(' ')), weights.address)
    }
    addHeading(found, section, at === 0 ? weights.title : weights.heading)
    for (const [term, weight] of found) addPosting(all, term, at, weight)
  }
  const titleLength = Math.max(1, writableTerms(title).filter(isDistinctive).length)
  return {
    sections,
    terms: [...all.values()].map(writeTermLine).join('\n'),
    titleLength,
    prior: priorOf(page, sections.length),
  }
}

// “Registry overview” is as much about the registry as “Registry”.
const titleFillers = new Set(['overview', 'introduction', 'guide', 'guides', 'home'])

function isDistinctive(term: string): boolean {
  return !isCommon(term, 'en') && !titleFillers.has(term)
}

// Somebody may write hundreds, for other search engines.
const mostKeywords = 50
const fewestUpdates = 4
// A page of so many sections names all there is: what explains one of them comes before it.
const fewestOfReference = 97
const changesName = /(?:^|\/)(?:changelog|release-notes|releases)(?:\/|$)/

/** What says of a change stands below what says how things are. In quarters of a doubling, where 16 is as any page. */
function priorOf({ boost = 1, route = '', updates = 0, isOperation = false }: Searched, sections: number): number {
  const isChangelog = updates >= fewestUpdates || changesName.test(route)
  const isReference = isOperation || sections >= fewestOfReference
  // Of the author's factor the cube root: threefold, a page that names a thing came before the one that is about it.
  const steps = Math.round((4 / 3) * Math.log2(boost)) - (isChangelog ? 4 : 0) - (isReference ? 1 : 0)
  return Math.min(31, Math.max(0, 16 + steps))
}

/** The words of the page's own name in its address, and less those of the folders around it. */
function addAddress(found: Map<string, number>, route: string): void {
  const names = route.split('/').filter((name) => name !== '' && name !== 'index')
  const own = names.pop() ?? ''
  addAll(found, termsAndPairs(names.join(' ')), weights.folder)
  addAll(found, termsAndPairs(own), weights.address)
}

function addHeading(found: Map<string, number>, { heading }: PageSection, weight: number): void {
  const terms = writableTerms(heading)
  addAll(found, [...terms, ...joinedTermsOf(heading), ...pairsOf(terms)], weight)
  // A short form is no word of the title.
  addAll(found, shortFormsOf(terms), weight - 1)
}

const longWord = /^[a-z]{8,32}$/
const initialWord = /^[a-z]+$/

/** “Point in time recovery” is PITR to those who know it, and internationalization is i18n. */
function shortFormsOf(terms: string[]): string[] {
  const numbered = terms
    .filter((term) => longWord.test(term))
    .map((term) => `${term[0]}${term.length - 2}${term.at(-1)}`)
  const initials =
    terms.length <= 6 && terms.every((term) => initialWord.test(term)) ? terms.map(([first]) => first) : []
  return initials.length > 1 ? [...numbered, initials.join('')] : numbered
}

function weighText(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const term of termsAndPairs(text)) found.set(term, (found.get(term) ?? 0) + 1)
  for (const [term, count] of found) {
    // More than this often is not more to the point.
    if (count > 1) found.set(term, Math.min(weights.mostInText, 1 + Math.floor(Math.log2(count))))
  }
  return found
}

function addAll(found: Map<string, number>, terms: Iterable<string>, weight: number): void {
  for (const term of terms) if ((found.get(term) ?? 0) < weight) found.set(term, weight)
}

function termsAndPairs(text: string): string[] {
  return [...writableTerms(text), ...joinedTermsOf(text)]
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
