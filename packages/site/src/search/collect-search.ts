import type { SiteFile } from '../files.ts'
import type { PageFacts } from '../page-facts.ts'
import { writeNumber } from './numbers.ts'
import { searchFile } from './search-paths.ts'

/** A reader loads one of these for each word, and one for each page that is shown: some 6 KB compressed. */
const shardBytes = 16_000

interface Postings {
  text: string
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
  *add({ output, title, search = [] }: PageFacts, crumb: string): Generator<SiteFile> {
    for (const { terms } of search) {
      for (const term of terms.split(' ')) if (term !== '') this.#addPosting(term)
      this.#sections += 1
    }
    this.#sectionCounts += writeNumber(search.length)
    const parts = search.map(({ id, heading, text }) => [id, heading, text])
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
      const line = `${term} ${this.#postings.get(term)?.text}`
      shard.push(line)
      bytes += line.length
      if (bytes < shardBytes && at < terms.length - 1) continue
      yield searchFile(this.#scope, `terms-${firstTerms.length - 1}`, shard.join('\n'))
      shard = []
      bytes = 0
    }
    yield searchFile(this.#scope, 'index', [firstTerms, this.#sectionCounts, this.#pageCounts])
  }

  /** Sections come in order, so a posting is the distance from the one before, with the weight in its last digit. */
  #addPosting(weighted: string): void {
    const term = weighted.slice(0, -1)
    const weight = Number(weighted.at(-1))
    const known = this.#postings.get(term)
    const postings = known ?? { text: '', last: 0 }
    if (!known) this.#postings.set(term, postings)
    postings.text += writeNumber((this.#sections - postings.last) * 8 + weight)
    postings.last = this.#sections
  }

  #endTexts(): SiteFile {
    const file = searchFile(this.#scope, `pages-${this.#files++}`, `[${this.#texts.join(',')}]`)
    this.#pageCounts += writeNumber(this.#texts.length)
    this.#texts = []
    this.#textBytes = 0
    return file
  }
}
