import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodePackIndex, encodePackIndex, type Pack, type PackedMember, type PackIndex } from '@bindery/bundle'
import type { PageFacts, PageTrace } from '@bindery/site'
import type { ObjectStore } from '../storage/object-store.ts'
import { StorageError } from '../storage/storage-error.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

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

/**
 * Stores a pack with its index and the facts of its pages, under a name made of their digests: a worker that wakes late
 * writes the same bytes again, or others beside them, but never others in their place. Returns the pack's key.
 */
export async function storePack(store: ObjectStore, prefix: string, content: PackContent): Promise<string> {
  const index = encodePackIndex(content.index)
  const facts = content.facts && (await compress(content.facts.map((page) => `${JSON.stringify(page)}\n`).join('')))
  const traces = content.traces && (await compress(JSON.stringify(content.traces)))
  const name = hash('sha256', [index, facts ?? '', traces ?? ''].map((part) => hash('sha256', part)).join('\n'))
  const key = `${prefix}${name}/pack`
  await Promise.all([
    store.putBytes(key, content.pack),
    store.putBytes(beside(key, 'index'), index),
    facts && store.putBytes(beside(key, 'facts'), facts),
    traces && store.putBytes(beside(key, 'traces'), traces),
  ])
  return key
}

export async function* readFacts(store: ObjectStore, packKey: string): AsyncGenerator<PageFacts> {
  const lines = (await decompress(await store.getBytes(beside(packKey, 'facts')))).toString()
  for (const line of lines.split('\n')) if (line !== '') yield JSON.parse(line)
}

/** Undefined when they are gone: then nothing is taken over. */
export async function readTraces(store: ObjectStore, packKey: string): Promise<ChunkTraces | undefined> {
  const bytes = await orMissing(store.getBytes(beside(packKey, 'traces')))
  return bytes && JSON.parse((await decompress(bytes)).toString())
}

/** A pack of pages with all beside it, for another export. Returns its key there, or nothing when a part is gone. */
export async function copyPack(store: ObjectStore, packKey: string, prefix: string): Promise<string | undefined> {
  const key = `${prefix}${packKey.split('/').slice(-2).join('/')}`
  const parts = ['pack', 'index', 'facts', 'traces'] as const
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
export function openPack(store: ObjectStore, packKey: string): Pack {
  let encoded: Promise<Uint8Array> | undefined
  return {
    async index() {
      encoded ??= store.getBytes(beside(packKey, 'index'))
      return decodePackIndex(await encoded)
    },
    async *read(offset, length) {
      // Whole and verified before the first byte is handed on: a broken read is repeated instead of published.
      const bytes = await store.getBytes(packKey)
      yield bytes.subarray(offset, offset + length)
    },
  }
}

export async function orMissing<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'missing') return undefined
    throw error
  })
}

function beside(packKey: string, name: 'pack' | 'index' | 'facts' | 'traces'): string {
  return packKey.replace(/pack$/, name)
}
