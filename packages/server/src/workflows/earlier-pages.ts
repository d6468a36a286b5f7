import { type PackedMember, unpackFile } from '@bindery/bundle'
import type { EarlierPage, PageFacts, PageTrace } from '@bindery/site'
import type { ObjectStore } from '../storage/object-store.ts'
import { type ChunkTraces, orMissing, readFacts, readPack, readTraces } from './chunk-objects.ts'

/** A page of an earlier export, with its files as they lie packed. */
export interface KeptPage {
  facts: PageFacts
  trace: PageTrace
  /** Digest of the plan that it was laid out by. */
  plan: string
  members: PackedMember[]
}

/** The pages that stored packs hold, by route. A pack that is gone meanwhile holds none. */
export async function openEarlierPages(
  store: ObjectStore,
  packKeys: readonly string[],
): Promise<Map<string, KeptPage>> {
  const pages = new Map<string, KeptPage>()
  for (const key of packKeys) {
    const traces = await readTraces(store, key)
    if (!traces) continue
    for (const [route, page] of (await orMissing(openPages(store, key, traces))) ?? []) pages.set(route, page)
  }
  return pages
}

async function openPages(store: ObjectStore, key: string, traces: ChunkTraces): Promise<[string, KeptPage][]> {
  const members = await readPack(store, key)
  const facts = new Map((await readFacts(store, key)).map((page) => [page.route, page]))
  return traces.pages.flatMap(({ route, trace, files }): [string, KeptPage][] => {
    const known = facts.get(route)
    const packed = files.flatMap((path) => members.get(path) ?? [])
    if (!known || packed.length !== files.length) return []
    return [[route, { facts: known, trace, plan: traces.plan, members: packed }]]
  })
}

/** As the renderer wants it. */
export async function unpackEarlier({ facts, trace, members }: KeptPage): Promise<EarlierPage | undefined> {
  const html = members.find(({ file }) => file.path === facts.output)
  if (!html) return undefined
  const bytes = await unpackFile(html.file, html.member)
  return { html: Buffer.from(bytes).toString(), facts, trace }
}
