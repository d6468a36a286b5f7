import type { SameFile, SiteFile } from '../../model/site-file.ts'
import { SearchCollector } from './collect-search.ts'
import { createShardNamer, endsShard, leastBytes } from './cut-shards.ts'
import type { SearchShare } from './join-search.ts'
import { countSections, type OutlinedPage, type ShareOutline } from './outline-share.ts'
import { readSearchFile, searchFile, searchPath, termsFile, termsName, textsFile, textsName } from './search-file.ts'
import { type ChangedRun, spliceTerms, UnfitTerms } from './splice-terms.ts'
import type { TermSpool } from './spool-terms.ts'
import { IndexWriter } from './write-index.ts'

/** A run of pages that gives something to the search of a scope. */
export interface ScopeRun {
  /** The same name stands for the same content. */
  name: string
  outline: ShareOutline
  load(): Promise<SearchShare>
}

/** A scope whose index changes, by its runs before and now. */
export interface ScopeUpdate {
  scope: string
  before: readonly ScopeRun[]
  now: readonly ScopeRun[]
  /** A file of the index before. */
  read(path: string): Promise<Uint8Array | undefined>
}

/**
 * The index of a scope, made of the one before where as many runs as before have as many sections as before; then only files
 * around what changed are made. Else of all its runs.
 */
export async function* updateScope(update: ScopeUpdate, spool: TermSpool): AsyncGenerator<SiteFile | SameFile> {
  const changed = hasSameSections(update) ? await makeOfEarlier(update) : undefined
  if (changed) {
    yield* changed
    return
  }
  const collector = new SearchCollector(update.scope, spool)
  for (const run of update.now) yield* collector.add(await run.load())
  yield* collector.finish()
}

/** Then no section of an unchanged run has another number. */
function hasSameSections({ before, now }: ScopeUpdate): boolean {
  if (before.length !== now.length) return false
  return now.every(({ name, outline }, at) => {
    const was = before[at] as ScopeRun
    return was.name === name || countSections(was.outline) === countSections(outline)
  })
}

/** Held until all of it is known, for it is a few files. Undefined where the index before is not as its runs would have it. */
async function makeOfEarlier(update: ScopeUpdate): Promise<(SiteFile | SameFile)[] | undefined> {
  const { scope, now } = update
  const before = await readIndex(update)
  if (!before) return undefined
  const index = new IndexWriter()
  for (const { outline } of now) for (const page of outline.pages) index.addPage(page)
  try {
    const texts = await makeTexts(update, index)
    const { files, firstTerms, names } = await makeTerms(update, before)
    return [...texts, ...files, searchFile(scope, 'index', index.finish(firstTerms, names))]
  } catch (error) {
    if (error instanceof UnfitTerms) return undefined
    throw error
  }
}

interface EarlierIndex {
  firstTerms: string[]
  names: string[]
}

async function readIndex({ scope, read }: ScopeUpdate): Promise<EarlierIndex | undefined> {
  const bytes = await read(searchPath(scope, 'index'))
  const index = bytes && readSearchFile(scope, 'index', bytes)
  if (!Array.isArray(index)) return undefined
  const [firstTerms, names] = index as [string[], string]
  const split = names === '' ? [] : names.split(' ')
  return split.length === firstTerms.length ? { firstTerms, names: split } : undefined
}

async function makeTerms(update: ScopeUpdate, before: EarlierIndex) {
  const { scope } = update
  const files: (SiteFile | SameFile)[] = []
  const firstTerms: string[] = []
  const names: string[] = []
  const nameTerms = createShardNamer()
  const shards = before.firstTerms.map((first, at) => ({
    first,
    read: () => readLines(update, before.names[at] ?? ''),
  }))
  for await (const shard of spliceTerms(shards, await listChangedRuns(update))) {
    const name = nameTerms(shard.first)
    firstTerms.push(shard.first)
    names.push(name)
    if ('lines' in shard) files.push(termsFile(scope, name, shard.lines))
    else if (before.names[shard.same] === name) files.push({ path: searchPath(scope, termsName(name)), isSame: true })
    else files.push(termsFile(scope, name, (await shards[shard.same]?.read()) ?? []))
  }
  return { files, firstTerms, names }
}

async function readLines({ scope, read }: ScopeUpdate, name: string): Promise<string[]> {
  const bytes = await read(searchPath(scope, termsName(name)))
  const text = bytes && readSearchFile(scope, termsName(name), bytes)
  if (typeof text !== 'string') throw new UnfitTerms(name)
  return text.split('\n')
}

async function listChangedRuns({ before, now }: ScopeUpdate): Promise<ChangedRun[]> {
  const runs: ChangedRun[] = []
  let offset = 0
  for (const [at, run] of now.entries()) {
    const was = before[at] as ScopeRun
    const sections = countSections(run.outline)
    if (was.name !== run.name) {
      runs.push({ offset, sections, before: (await was.load()).terms, now: (await run.load()).terms })
    }
    offset += sections
  }
  return runs
}

interface TextShard {
  name: string
  pages: { page: OutlinedPage; run: ScopeRun }[]
}

async function makeTexts(update: ScopeUpdate, index: IndexWriter): Promise<(SiteFile | SameFile)[]> {
  const { scope } = update
  const digestsOf = ({ pages }: TextShard) => pages.map(({ page }) => page.textDigest).join()
  const known = new Map(cutTexts(update.before).map((shard) => [shard.name, digestsOf(shard)]))
  const files: (SiteFile | SameFile)[] = []
  const textOf = createTexts()
  for (const shard of cutTexts(update.now)) {
    const { name, pages } = shard
    index.addTexts(name, pages.length)
    if (known.get(name) === digestsOf(shard)) files.push({ path: searchPath(scope, textsName(name)), isSame: true })
    else {
      const texts: string[] = []
      for (const { page, run } of pages) texts.push(await textOf(run, page.output))
      files.push(textsFile(scope, name, texts))
    }
  }
  return files
}

function cutTexts(runs: readonly ScopeRun[]): TextShard[] {
  const shards: TextShard[] = []
  const nameTexts = createShardNamer()
  let [pages, bytes]: [TextShard['pages'], number] = [[], 0]
  const end = () => {
    if (pages.length > 0) shards.push({ name: nameTexts(pages[0]?.page.output ?? ''), pages })
    pages = []
    bytes = 0
  }
  for (const run of runs) {
    for (const page of run.outline.pages) {
      pages.push({ page, run })
      bytes += page.textLength
      if (endsShard(page.output, page.textLength, bytes, leastBytes.texts)) end()
    }
  }
  end()
  return shards
}

/** Texts by run and page; of those around a change there are few. */
function createTexts() {
  const loaded = new Map<string, ReadonlyMap<string, string>>()
  return async ({ name, load }: ScopeRun, output: string): Promise<string> => {
    const texts = loaded.get(name) ?? new Map((await load()).pages.map((page) => [page.output, page.text]))
    loaded.set(name, texts)
    const text = texts.get(output)
    if (text === undefined) throw new Error(`The search has no text of ${output}, which its run should have.`)
    return text
  }
}
