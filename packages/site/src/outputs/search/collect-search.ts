import type { SiteFile } from '../../model/site-file.ts'
import { createShardNamer, createTermCutter, endsShard, leastBytes, type TermLines } from './cut-shards.ts'
import type { IndexedPage, SearchShare } from './join-search.ts'
import { mergeTerms } from './merge-terms.ts'
import { searchFile, termsFile, textsFile } from './search-file.ts'
import type { TermRun, TermSpool } from './spool-terms.ts'
import { writePosting } from './term-line.ts'
import { IndexWriter } from './write-index.ts'

/**
 * The index of one scope. Texts leave as soon as there is a file of them, and terms wait in the spool until all are
 * known. Whoever searches loads only what his words begin with, so that a search costs the same in a site of ten pages
 * and of a hundred thousand.
 */
export class SearchCollector {
  readonly #scope: string
  readonly #spool: TermSpool
  readonly #runs: TermRun[] = []
  readonly #index = new IndexWriter()
  readonly #nameTexts = createShardNamer()
  #texts: string[] = []
  #firstOutput = ''
  #textBytes = 0

  constructor(scope: string, spool: TermSpool) {
    this.#scope = scope
    this.#spool = spool
  }

  /** The files that the texts of these pages fill with those before. */
  *add({ pages, terms }: SearchShare): Generator<SiteFile> {
    this.#runs.push(this.#spool.add(terms, this.#index.sections))
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
      yield termsFile(this.#scope, name, shard.lines)
    }
    yield searchFile(this.#scope, 'index', this.#index.finish(firstTerms, names))
  }

  *#addText(page: IndexedPage): Generator<SiteFile> {
    const { output, text } = page
    this.#index.addPage(page)
    if (this.#texts.length === 0) this.#firstOutput = output
    this.#texts.push(text)
    this.#textBytes += text.length
    if (endsShard(output, text.length, this.#textBytes, leastBytes.texts)) yield this.#endTexts()
  }

  *#cutTerms(): Generator<TermLines> {
    const cutter = createTermCutter()
    for (const { term, first, weight, rest } of mergeTerms(this.#runs)) {
      const ended = cutter.add(`${term} ${writePosting(first, weight)}${rest}`, term)
      if (ended) yield ended
    }
    const last = cutter.finish()
    if (last) yield last
  }

  #endTexts(): SiteFile {
    const name = this.#nameTexts(this.#firstOutput)
    const file = textsFile(this.#scope, name, this.#texts)
    this.#index.addTexts(name, this.#texts.length)
    this.#texts = []
    this.#textBytes = 0
    return file
  }
}
