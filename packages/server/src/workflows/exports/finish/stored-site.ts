import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type HeadInput, type MemberReader, type PackIndex, writeBundleBehind, writeBundleHead } from '@bindery/bundle'
import { headKey, storeFileIndex } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ByteRange, ObjectStore, StoredBytes } from '../../../storage/object-store.ts'
import { type IndexedPack, openIndexes } from '../chunks/chunk-objects.ts'
import type { Held, HeldObjects } from '../chunks/held-objects.ts'
import { type EarlierArchive, readPacks } from './read-packs.ts'

/** A site of which all is stored that its archive will hold. */
export interface StoredSite {
  /** Of the archive, once it is there. */
  key: string
  /** What the archive begins with: the manifest and its signature. */
  head: Archive
  /** What follows in it, one behind the other. */
  packs: Archive[]
  /** Digest of the manifest's `files`. */
  contentSha256: string
}

/**
 * A place for an archive and what lies beside it. Each attempt has one of its own, and the one whose attempt the engine records
 * is the export's. An attempt never removes another's: the one that wakes late cannot know that its rival was published
 * meanwhile. What a killed one leaves goes with the export.
 */
export function chooseBundleKey(exportPrefix: string): string {
  return `${exportPrefix}bundle/${randomUUID()}.tar.gz`
}

/** Of the export that has it. */
export function prefixOfBundle(key: string): string {
  return key.slice(0, key.lastIndexOf('bundle/'))
}

/** Writes the head of an archive. */
export async function storeHead(
  store: ObjectStore,
  key: string,
  { packs, ...input }: Omit<HeadInput, 'packs'> & { packs: readonly IndexedPack[] },
  held: HeldObjects,
): Promise<StoredSite> {
  const head = writeBundleHead({ ...input, packs })
  const bytes = await buffer(head.bytes)
  const stored = await store.putBytes(headKey(key), bytes)
  const archives = await Promise.all(
    packs.map(async (pack) => {
      const index = await pack.index()
      held.indexes.hold(pack.key, index)
      return { key: pack.key, bytes: index.size, sha256: index.sha256 }
    }),
  )
  const { manifestSha256, contentSha256, signature, packsOffset } = head.result()
  const { site } = input
  held.heads.hold(headKey(key), { manifestSha256, signature, packsOffset, site, packs: archives })
  return { key, head: { key: headKey(key), ...stored }, packs: archives, contentSha256 }
}

/**
 * Streams the archive into the bucket, and beside it the index of its files, which nobody needs before. Every attempt writes the
 * same bytes to the same places. What an earlier archive has of it is copied inside the bucket.
 */
export async function storeArchive(
  store: ObjectStore,
  { key, head, packs }: StoredSite,
  { indexes, earlier }: { indexes: Held<PackIndex>; earlier: EarlierArchive | undefined },
  signal: AbortSignal,
  onUnderWay: () => void = () => {},
): Promise<Archive> {
  const indexed = openIndexes(store, keysOf(packs), indexes)
  const indexing = storeFileIndex(store, key, { packs: indexed, packsOffset: head.bytes })
  // Its failure is for whoever waits for it below.
  indexing.catch(() => {})
  const quarter = packs.reduce((sum, { bytes }) => sum + bytes, 0) / 4
  const begin = once(() => void indexing.then(onUnderWay, () => {}))
  const write = async (from: EarlierArchive | undefined) => {
    const read = callAt(readPacks(store, packs, from, signal), quarter, begin)
    const pieces = writeBundleBehind(await store.getBytes(head.key, { expected: head, signal }), read)
    return store.putStream(key, pieces, { contentType: 'application/gzip', signal })
  }
  const stored = await write(earlier).catch((error) => {
    // Some storages want all parts of one size, or copy none.
    if (earlier === undefined || signal.aborted) throw error
    return write(undefined)
  })
  await indexing
  return { key, ...stored }
}

function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}

async function* callAt<Piece extends Uint8Array | StoredBytes>(
  pieces: AsyncIterable<Piece>,
  place: number,
  onPlace: () => void,
): AsyncGenerator<Piece> {
  let end = 0
  for await (const piece of pieces) {
    yield piece
    end += piece instanceof Uint8Array ? piece.length : piece.bytes.length
    if (end >= place) onPlace()
  }
}

/** A part of the archive before it is there: out of what it will be made of. */
export async function readStoredRange(
  store: Pick<ObjectStore, 'getRange'>,
  { head, packs }: Pick<StoredSite, 'head' | 'packs'>,
  { offset, length }: ByteRange,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const reading: Promise<Uint8Array>[] = []
  let start = 0
  for (const { key, bytes } of [head, ...packs]) {
    const [from, to] = [Math.max(offset, start), Math.min(offset + length, start + bytes)]
    if (from < to) reading.push(store.getRange(key, { offset: from - start, length: to - from }, { signal }))
    start += bytes
  }
  return Buffer.concat(await Promise.all(reading))
}

const keysOf = (packs: readonly Archive[]) => packs.map(({ key }) => key)

/** Members of the archive before it is there: by range out of the packs. */
export function readStoredMembers(
  store: Pick<ObjectStore, 'getBytes' | 'getRange'>,
  { packs }: StoredSite,
  indexes: Held<PackIndex>,
  signal: AbortSignal,
): MemberReader {
  let places: Promise<Map<string, Place>> | undefined
  return {
    most: Number.POSITIVE_INFINITY,
    async read({ path }) {
      places ??= locateMembers(openIndexes(store, keysOf(packs), indexes))
      const place = (await places).get(path)
      if (!place) throw new Error(`No pack has ${path}.`)
      const { key, ...range } = place
      return store.getRange(key, range, { signal })
    },
  }
}

/** Where a file lies in a pack. */
interface Place extends ByteRange {
  key: string
}

async function locateMembers(packs: readonly IndexedPack[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  for (const { key, index } of packs) {
    const { files } = await index()
    for (const { path, offset, packedSize } of files) places.set(path, { key, offset, length: packedSize })
  }
  return places
}
