import { writeNumber } from '../../layout/theme/search/numbers.ts'
import type { SiteFile } from '../../model/site-file.ts'
import { createShardNamer, endsShard, leastBytes } from './cut-shards.ts'
import { type IndexedPage, type SearchShare, sectionsOfPage } from './join-search.ts'
import { mergeTerms } from './merge-terms.ts'
import { searchFile } from './search-file.ts'
import type { TermRun, TermSpool } from './spool-terms.ts'
import { writePosting } from './term-line.ts'

// In quarters of a doubling: what the navigation names is what the author wants read.
const unlistedPrior = 6

/**
 * The index of one scope. Texts leave as soon as there is a file of them, and terms wait in the spool until all are
 * known. Whoever searches loads only what his words begin with, so that a search costs the same in a site of ten pages
 * and of a hundred thousand.
 */
export class SearchCollector {
  readonly #scope: string
  readonly #spool: TermSpool
  readonly #runs: TermRun[] = []
  #sections = 0
  /** How many numbers each page has for its sections, and how many pages each file of texts. */
  #sectionCounts = ''
  #pageCounts = ''
  #titleLengths = ''
  #priors = ''
  readonly #sectionNames = new Map<string, number>()
  #pageSections = ''
  readonly #nameTexts = createShardNamer()
  readonly #textNames: string[] = []
  #texts: string[] = []
  #firstOutput = ''
  #textBytes = 0

  constructor(scope: string, spool: TermSpool) {
    this.#scope = scope
    this.#spool = spool
  }

  /** The files that the texts of these pages fill with those before. */
  *add({ pages, terms }: SearchShare): Generator<SiteFile> {
    this.#runs.push(this.#spool.add(terms, this.#sections))
    for (const page of pages) yield* this.#addText(page)
  }

  *finish(): Generator<SiteFile> {
    if (this.#texts.length > 0) yield this.#endTexts()
    const firstTerms: string[] = []
    const names: string[] = []
    const nameTerms = createShardNamer()
    for (const shard of this.#cutTerms()) {
      firstTerms.push(shard.first)
      const name = nameTerms(shard.first)
      names.push(name)
      yield searchFile(this.#scope, `terms-${name}`, JSON.stringify(shard.lines.join('\n')))
    }
    const counts = [sectionsOfPage, this.#sectionCounts, this.#pageCounts]
    const traits = [this.#titleLengths, this.#priors, [...this.#sectionNames.keys()], this.#pageSections]
    const index = [firstTerms, names.join(' '), this.#textNames.join(' '), ...counts, ...traits]
    yield searchFile(this.#scope, 'index', JSON.stringify(index))
  }

  *#addText({ output, steps, text, ...traits }: IndexedPage): Generator<SiteFile> {
    this.#sections += steps * sectionsOfPage
    this.#sectionCounts += writeNumber(steps)
    this.#addTraits(traits)
    if (this.#texts.length === 0) this.#firstOutput = output
    this.#texts.push(text)
    this.#textBytes += text.length
    if (endsShard(output, text.length, this.#textBytes, leastBytes.texts)) yield this.#endTexts()
  }

  #addTraits({ titleLength, prior, section, isListed }: Omit<IndexedPage, 'output' | 'steps' | 'text'>): void {
    const name = this.#sectionNames.get(section) ?? this.#sectionNames.size
    this.#sectionNames.set(section, name)
    this.#titleLengths += writeNumber(titleLength)
    this.#priors += writeNumber(isListed ? prior : Math.max(0, prior - unlistedPrior))
    this.#pageSections += writeNumber(name)
  }

  *#cutTerms(): Generator<{ first: string; lines: string[] }> {
    let shard = { first: '', lines: [] as string[] }
    let bytes = 0
    for (const { term, first, weight, rest } of mergeTerms(this.#runs)) {
      const line = `${term} ${writePosting(first, weight)}${rest}`
      if (shard.lines.length === 0) shard.first = term
      shard.lines.push(line)
      bytes += line.length
      if (!endsShard(term, line.length, bytes, leastBytes.terms)) continue
      yield shard
      shard = { first: '', lines: [] }
      bytes = 0
    }
    if (shard.lines.length > 0) yield shard
  }

  #endTexts(): SiteFile {
    const name = this.#nameTexts(this.#firstOutput)
    this.#textNames.push(name)
    const file = searchFile(this.#scope, `pages-${name}`, `[${this.#texts.join(',')}]`)
    this.#pageCounts += writeNumber(this.#texts.length)
    this.#texts = []
    this.#textBytes = 0
    return file
  }
}
