import type { SiteFile } from '../files.ts'
import type { PageFacts } from '../page-facts.ts'
import { endsShard, nameShard } from './cut-shards.ts'
import { writePosting } from './describe-for-search.ts'
import { writeNumber } from './numbers.ts'
import { searchFile } from './search-paths.ts'

/**
 * Sections of a page are numbered in steps of this, so that one more of them rarely moves the numbers of all pages after
 * it, which stand in every file of the index.
 */
const sectionsOfPage = 8

/** Joined now and then: a text that grows piece by piece keeps forty bytes for each piece. */
const mostParts = 64

interface Postings {
  parts: string[]
  last: number
}

/**
 * The index of one scope. Texts leave as soon as there is a file of them; what stays until the end is, for each term, the
 * sections that have it, about two bytes for each. Whoever searches loads only what his words begin with, so that a
 * search costs the same in a site of ten pages and of a hundred thousand.
 */
export class SearchCollector {
  readonly #scope: string
  readonly #postings = new Map<string, Postings>()
  #sections = 0
  /** How many numbers each page has for its sections, and how many pages each file of texts. */
  #sectionCounts = ''
  #pageCounts = ''
  readonly #textNames = new Set<string>()
  #texts: string[] = []
  #firstOutput = ''
  #textBytes = 0

  constructor(scope: string) {
    this.#scope = scope
  }

  /** The page's texts, if they fill a file with those before. */
  *add({ output, title, search }: PageFacts, crumb: string): Generator<SiteFile> {
    if (!search) return
    for (let at = 0; at < search.terms.length; ) at = this.#addPostings(search.terms, at)
    const numbers = Math.ceil(search.sections.length / sectionsOfPage)
    this.#sections += numbers * sectionsOfPage
    this.#sectionCounts += writeNumber(numbers)
    const parts = search.sections.map(({ id, heading, text }) => [id, heading, text])
    const text = JSON.stringify([output, title, crumb, parts])
    if (this.#texts.length === 0) this.#firstOutput = output
    this.#texts.push(text)
    this.#textBytes += text.length
    if (endsShard(output, text.length, this.#textBytes)) yield this.#endTexts()
  }

  *finish(): Generator<SiteFile> {
    if (this.#texts.length > 0) yield this.#endTexts()
    const firstTerms: string[] = []
    const names = new Set<string>()
    let shard: string[] = []
    let bytes = 0
    const terms = [...this.#postings.keys()].sort()
    for (const [at, term] of terms.entries()) {
      if (shard.length === 0) firstTerms.push(term)
      const line = `${term} ${this.#postings.get(term)?.parts.join('')}`
      shard.push(line)
      bytes += line.length
      if (!endsShard(term, line.length, bytes) && at < terms.length - 1) continue
      const name = nameShard(firstTerms.at(-1) ?? '', names)
      yield searchFile(this.#scope, `terms-${name}`, JSON.stringify(shard.join('\n')))
      shard = []
      bytes = 0
    }
    const counts = [sectionsOfPage, this.#sectionCounts, this.#pageCounts]
    const index = [firstTerms, [...names].join(' '), [...this.#textNames].join(' '), ...counts]
    yield searchFile(this.#scope, 'index', JSON.stringify(index))
  }

  /** Reads the line that begins at `start`, and says where the next one does. */
  #addPostings(terms: string, start: number): number {
    const firstAt = terms.indexOf(' ', start)
    const lastAt = terms.indexOf(' ', firstAt + 1)
    const weightAt = terms.indexOf(' ', lastAt + 1)
    const restAt = terms.indexOf(' ', weightAt + 1)
    const end = terms.indexOf('\n', restAt)
    const line = end === -1 ? terms.length : end
    const term = terms.slice(start, firstAt)
    const known = this.#postings.get(term)
    const postings: Postings = known ?? { parts: [], last: 0 }
    if (!known) this.#postings.set(term, postings)
    const section = this.#sections + Number(terms.slice(firstAt + 1, lastAt))
    const first = writePosting(section - postings.last, Number(terms.slice(weightAt + 1, restAt)))
    postings.parts.push(first + terms.slice(restAt + 1, line))
    if (postings.parts.length > mostParts) postings.parts = [postings.parts.join('')]
    postings.last = this.#sections + Number(terms.slice(lastAt + 1, weightAt))
    return line + 1
  }

  #endTexts(): SiteFile {
    const name = nameShard(this.#firstOutput, this.#textNames)
    const file = searchFile(this.#scope, `pages-${name}`, `[${this.#texts.join(',')}]`)
    this.#pageCounts += writeNumber(this.#texts.length)
    this.#texts = []
    this.#textBytes = 0
    return file
  }
}
