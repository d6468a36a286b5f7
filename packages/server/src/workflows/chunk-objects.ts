import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodePackIndex, encodePackIndex, type Pack, type PackedMember, type PackIndex } from '@bindery/bundle'
import { joinFacts, type PageFacts, type PageTrace, type SitePart } from '@bindery/site'
import type { ObjectStore } from '../storage/object-store.ts'
import { StorageError } from '../storage/storage-error.ts'
import { askAhead } from './ask-ahead.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

// Read once or twice and on machines of ours: level 6 would take twice as long for a seventh less.
const compressJson = (value: unknown) => compress(JSON.stringify(value), { level: 1 })
const readJson = async (bytes: Uint8Array) => JSON.parse((await decompress(bytes)).toString())

export interface PackContent {
  pack: Uint8Array
  index: PackIndex
  /** Of its pages, if it holds any. */
  facts?: readonly PageFacts[]
  traces?: ChunkTraces
}

/** What a later export must know to take pages over. */
export interface ChunkTraces {
  /** Digest of the plan that they were laid out by. */
  plan: string
  pages: StoredTrace[]
}

export interface StoredTrace {
  route: string
  trace: PageTrace
  /** Paths of all its files. */
  files: string[]
}

/** What lies beside a pack of pages, each for those who read nothing else: who finishes, who renders, who compares. */
type Beside = 'index' | 'facts' | 'search' | 'traces'

/**
 * Stores a pack with its index and what is known of its pages, under a name made of their digests: a worker that wakes
 * late writes the same bytes again, or others beside them, but never others in their place. Returns the pack's key.
 */
export async function storePack(store: ObjectStore, prefix: string, content: PackContent): Promise<string> {
  const besides: [Beside, Uint8Array][] = [['index', encodePackIndex(content.index)]]
  if (content.facts) {
    besides.push(['facts', await compressJson(joinFacts(content.facts))])
    besides.push(['search', await compressJson(content.facts.map(({ search }) => search ?? null))])
  }
  if (content.traces) besides.push(['traces', await compressJson(content.traces)])
  const name = hash('sha256', besides.map(([, bytes]) => hash('sha256', bytes)).join('\n'))
  const key = `${prefix}${name}/pack`
  await Promise.all([
    store.putBytes(key, content.pack),
    ...besides.map(([part, bytes]) => store.putBytes(beside(key, part), bytes)),
  ])
  return key
}

// Some 2 MB each once they are unpacked.
const partsAhead = 4

/** What the shared files are made from, pack by pack. */
export async function* readParts(store: ObjectStore, packKeys: readonly string[]): AsyncGenerator<SitePart> {
  const parts = askAhead(packKeys, partsAhead, (key) => readPart(store, key))
  for (const at of packKeys.keys()) {
    yield await parts.ask(at)
    parts.forget(at)
  }
}

async function readPart(store: ObjectStore, packKey: string): Promise<SitePart> {
  return readJson(await store.getBytes(beside(packKey, 'facts')))
}

/** All that is known of each page. */
export async function readFacts(store: ObjectStore, packKey: string): Promise<PageFacts[]> {
  const { pages } = await readPart(store, packKey)
  const searched: (PageFacts['search'] | null)[] = await readJson(await store.getBytes(beside(packKey, 'search')))
  return pages.map((page, at) => {
    const search = searched[at]
    return search ? { ...page, search } : page
  })
}

/** Undefined when they are gone: then nothing is taken over. */
export async function readTraces(store: ObjectStore, packKey: string): Promise<ChunkTraces | undefined> {
  const bytes = await orMissing(store.getBytes(beside(packKey, 'traces')))
  return bytes && readJson(bytes)
}

/** A pack of pages with all beside it, for another export. Returns its key there, or nothing when a part is gone. */
export async function copyPack(store: ObjectStore, packKey: string, prefix: string): Promise<string | undefined> {
  const key = `${prefix}${packKey.split('/').slice(-2).join('/')}`
  const parts = ['pack', 'index', 'facts', 'search', 'traces'] as const
  const copied = await Promise.all(parts.map((part) => store.copy(beside(packKey, part), beside(key, part))))
  return copied.every(Boolean) ? key : undefined
}

/** The files of a pack by their paths, packed as they are. */
export async function readPack(store: ObjectStore, packKey: string): Promise<Map<string, PackedMember>> {
  const { files } = await openPack(store, packKey).index()
  const bytes = await store.getBytes(packKey)
  return new Map(
    files.map(({ offset, packedSize, ...file }) => [
      file.path,
      { file, member: bytes.subarray(offset, offset + packedSize) },
    ]),
  )
}

/** A stored pack as the bundle reads it. Its index is kept encoded, 110 bytes a file; the pack is read only on demand. */
function openPack(store: ObjectStore, packKey: string): Pack {
  return openPacks(store, [packKey])[0] as Pack
}

// An index has some 60 KB, a pack up to 40 MB.
const indexesAhead = 8
const packsAhead = 1

/** Stored packs that are read in this order: while one is written on, those after it are under way. */
export function openPacks(store: ObjectStore, packKeys: readonly string[]): Pack[] {
  const indexes = askAhead(packKeys, indexesAhead, (key) => store.getBytes(beside(key, 'index')))
  const packs = askAhead(packKeys, packsAhead, async (key, at) => {
    const { size, sha256 } = decodePackIndex(await indexes.ask(at))
    // Whole and verified before the first byte is handed on: a broken read is repeated instead of published.
    return store.getBytes(key, { expected: { bytes: size, sha256 } })
  })
  return packKeys.map((_, at) => ({
    index: async () => decodePackIndex(await indexes.ask(at)),
    async *read(offset, length) {
      const bytes = await packs.ask(at)
      packs.forget(at)
      yield bytes.subarray(offset, offset + length)
    },
  }))
}

export async function orMissing<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'missing') return undefined
    throw error
  })
}

function beside(packKey: string, name: 'pack' | Beside): string {
  return packKey.replace(/pack$/, name)
}
