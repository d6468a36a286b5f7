import { type PageSection, splitSections } from './split-sections.ts'
import { termsOf } from './terms.ts'

/** What the search index needs of a page; made where the page is rendered, so that it costs every core alike. */
export interface SearchedSection extends PageSection {
  /** Its terms, each followed by the digit of its weight, with blanks between. */
  terms: string
}

const titleWeight = 7
const headingWeight = 5
/** More than this often is not more to the point. */
const mostInText = 3

/** A page's sections; its title and description belong to the first. */
export function describeForSearch(content: string, title: string, description = ''): SearchedSection[] {
  return splitSections(content)
    .map((section, at) =>
      at === 0 ? { ...section, heading: title, text: `${description} ${section.text}`.trim() } : section,
    )
    .filter(({ heading, text }) => heading !== '' || text !== '')
    .map((section, at) => ({ ...section, terms: weigh(section, at === 0 ? titleWeight : headingWeight) }))
}

function weigh({ heading, text }: PageSection, weightOfHeading: number): string {
  const counts = new Map<string, number>()
  for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Map<string, number>()
  for (const [term, count] of counts) weights.set(term, Math.min(mostInText, 1 + Math.floor(Math.log2(count))))
  for (const term of termsOf(heading)) weights.set(term, weightOfHeading)
  return [...weights].map(([term, weight]) => `${term}${weight}`).join(' ')
}
