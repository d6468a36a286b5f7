import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodePackIndex, encodePackIndex, type Pack, type PackIndex } from '@bindery/bundle'
import type { PageFacts } from '@bindery/site'
import type { ObjectStore } from '../storage/object-store.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export interface PackContent {
  pack: Uint8Array
  index: PackIndex
  /** Of its pages, if it holds any. */
  facts?: readonly PageFacts[]
}

/**
 * Stores a pack with its index and the facts of its pages, under a name made of their digests: a worker that wakes late
 * writes the same bytes again, or others beside them, but never others in their place. Returns the pack's key.
 */
export async function storePack(store: ObjectStore, prefix: string, content: PackContent): Promise<string> {
  const index = encodePackIndex(content.index)
  const facts = content.facts && (await compress(content.facts.map((page) => `${JSON.stringify(page)}\n`).join('')))
  const name = hash('sha256', [index, facts ?? ''].map((part) => hash('sha256', part)).join('\n'))
  const key = `${prefix}${name}/pack`
  await Promise.all([
    store.putBytes(key, content.pack),
    store.putBytes(beside(key, 'index'), index),
    facts && store.putBytes(beside(key, 'facts'), facts),
  ])
  return key
}

export async function* readFacts(store: ObjectStore, packKey: string): AsyncGenerator<PageFacts> {
  const lines = (await decompress(await store.getBytes(beside(packKey, 'facts')))).toString()
  for (const line of lines.split('\n')) if (line !== '') yield JSON.parse(line)
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

function beside(packKey: string, name: 'index' | 'facts'): string {
  return packKey.replace(/pack$/, name)
}
