import type { SiteFile } from '../files.ts'
import type { PageFacts } from '../page-facts.ts'
import { writePosting } from './describe-for-search.ts'
import { writeNumber } from './numbers.ts'
import { searchFile } from './search-paths.ts'

/** A reader loads one of these for each word, and one for each page that is shown: some 6 KB compressed. */
const shardBytes = 16_000

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
  /** How many sections each page has, and how many pages each file of texts. */
  #sectionCounts = ''
  #pageCounts = ''
  #texts: string[] = []
  #textBytes = 0
  #files = 0

  constructor(scope: string) {
    this.#scope = scope
  }

  /** The page's texts, if they fill a file with those before. */
  *add({ output, title, search }: PageFacts, crumb: string): Generator<SiteFile> {
    if (!search) return
    for (let at = 0; at < search.terms.length; ) at = this.#addPostings(search.terms, at)
    this.#sections += search.sections.length
    this.#sectionCounts += writeNumber(search.sections.length)
    const parts = search.sections.map(({ id, heading, text }) => [id, heading, text])
    const text = JSON.stringify([output, title, crumb, parts])
    this.#texts.push(text)
    this.#textBytes += text.length
    if (this.#textBytes >= shardBytes) yield this.#endTexts()
  }

  *finish(): Generator<SiteFile> {
    if (this.#texts.length > 0) yield this.#endTexts()
    const firstTerms: string[] = []
    let shard: string[] = []
    let bytes = 0
    const terms = [...this.#postings.keys()].sort()
    for (const [at, term] of terms.entries()) {
      if (shard.length === 0) firstTerms.push(term)
      const line = `${term} ${this.#postings.get(term)?.parts.join('')}`
      shard.push(line)
      bytes += line.length
      if (bytes < shardBytes && at < terms.length - 1) continue
      yield searchFile(this.#scope, `terms-${firstTerms.length - 1}`, JSON.stringify(shard.join('\n')))
      shard = []
      bytes = 0
    }
    yield searchFile(this.#scope, 'index', JSON.stringify([firstTerms, this.#sectionCounts, this.#pageCounts]))
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
    const file = searchFile(this.#scope, `pages-${this.#files++}`, `[${this.#texts.join(',')}]`)
    this.#pageCounts += writeNumber(this.#texts.length)
    this.#texts = []
    this.#textBytes = 0
    return file
  }
}
