import { type JoinedPage, joinAgain, joinFacts, type PageFacts } from '@bindery/site'
import type { JoinedFacts } from './chunk-files.ts'
import type { EarlierPack, EarlierPages } from './earlier-pages.ts'
import { packSearched, writeSearched } from './searched-file.ts'

/**
 * Joins what the pages of a chunk tell of themselves. What pages that are taken over gave to the search is read only where
 * the order of the pages has changed.
 */
export async function joinChunk(pages: readonly JoinedPage[], earlier: EarlierPages): Promise<JoinedFacts> {
  const searched = writeSearched(await Promise.all(pages.map((page) => packPage(page, earlier))))
  return { part: (await joinChanged(pages, earlier)) ?? (await joinAnew(pages, earlier)), search: searched }
}

async function packPage({ facts, isReused }: JoinedPage, earlier: EarlierPages): Promise<Uint8Array> {
  if (!isReused) return packSearched(facts.search)
  const { pack, at } = placeOf(facts, earlier)
  return (await pack.searched()).packed(at)
}

/** Undefined where a part of the same pages is not there, or cannot be changed into theirs. */
async function joinChanged(pages: readonly JoinedPage[], { packs }: EarlierPages) {
  const [pack, ...others] = packs
  if (!pack || others.length > 0 || !pages.some(({ isReused }) => isReused)) return undefined
  const { read } = await pack.searched()
  return joinAgain(pack.part, pages, read)
}

async function joinAnew(pages: readonly JoinedPage[], earlier: EarlierPages) {
  return joinFacts(await Promise.all(pages.map((page) => completeFacts(page, earlier))))
}

async function completeFacts({ facts, isReused }: JoinedPage, earlier: EarlierPages): Promise<PageFacts> {
  if (!isReused) return facts
  const { pack, at } = placeOf(facts, earlier)
  const search = (await pack.searched()).read(at)
  return search ? { ...facts, search } : facts
}

function placeOf({ route }: PageFacts, { pages }: EarlierPages): { pack: EarlierPack; at: number } {
  const page = pages.get(route)
  if (!page) throw new Error(`No earlier pack has the page ${route} any more.`)
  return page
}
