import { writeNumber } from '../../layout/theme/search/numbers.ts'
import { type IndexedPage, sectionsOfPage } from './join-search.ts'

// In quarters of a doubling: what the navigation names is what the author wants read.
const unlistedPrior = 6

/** What whoever searches a scope loads first: which files there are, and what counts of each page. */
export class IndexWriter {
  /** How many numbers the sections of all pages so far take. */
  sections = 0
  /** How many numbers each page has for its sections, and how many pages each file of texts. */
  #sectionCounts = ''
  #pageCounts = ''
  #titleLengths = ''
  #priors = ''
  readonly #sectionNames = new Map<string, number>()
  #pageSections = ''
  readonly #textNames: string[] = []

  addPage({ steps, titleLength, prior, section, isListed }: IndexedPage): void {
    this.sections += steps * sectionsOfPage
    this.#sectionCounts += writeNumber(steps)
    const name = this.#sectionNames.get(section) ?? this.#sectionNames.size
    this.#sectionNames.set(section, name)
    this.#titleLengths += writeNumber(titleLength)
    this.#priors += writeNumber(isListed ? prior : Math.max(0, prior - unlistedPrior))
    this.#pageSections += writeNumber(name)
  }

  addTexts(name: string, pages: number): void {
    this.#textNames.push(name)
    this.#pageCounts += writeNumber(pages)
  }

  finish(firstTerms: readonly string[], names: readonly string[]): string {
    const counts = [sectionsOfPage, this.#sectionCounts, this.#pageCounts]
    const traits = [this.#titleLengths, this.#priors, [...this.#sectionNames.keys()], this.#pageSections]
    return JSON.stringify([firstTerms, names.join(' '), this.#textNames.join(' '), ...counts, ...traits])
  }
}
