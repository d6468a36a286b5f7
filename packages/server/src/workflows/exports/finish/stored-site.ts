import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type HeadInput, type MemberReader, type PackIndex, writeBundleBehind, writeBundleHead } from '@bindery/bundle'
import { createFinder, headKey, storeFileIndex } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ByteRange, ObjectStore } from '../../../storage/object-store.ts'
import { type IndexedPack, readPacks } from '../chunks/chunk-objects.ts'
import type { Held, HeldObjects } from '../chunks/held-objects.ts'

/** A site of which all is stored that its archive will hold. */
export interface StoredSite {
  /** Of the archive, once it is there. Its index of files lies beside it already. */
  key: string
  /** What the archive begins with: the manifest and its signature. */
  head: Archive
  /** What follows in it, one behind the other. */
  packs: Archive[]
}

/**
 * Writes the head of an archive and the index of its files. Each attempt has a key of its own, and the one whose attempt the
 * engine records is the export's. An attempt never removes another's: the one that wakes late cannot know that its rival was
 * published meanwhile. What a killed one leaves goes with the export.
 */
export async function storeHead(
  store: ObjectStore,
  prefix: string,
  { packs, ...input }: Omit<HeadInput, 'packs'> & { packs: readonly IndexedPack[] },
  held: HeldObjects,
): Promise<StoredSite> {
  const key = `${prefix}${randomUUID()}.tar.gz`
  const bytes = await buffer(writeBundleHead({ ...input, packs }).bytes)
  const [stored] = await Promise.all([
    store.putBytes(headKey(key), bytes),
    storeFileIndex(store, key, { packs, packsOffset: bytes.length }),
  ])
  const archives = await Promise.all(
    packs.map(async (pack) => {
      const index = await pack.index()
      held.indexes.hold(pack.key, index)
      return { key: pack.key, bytes: index.size, sha256: index.sha256 }
    }),
  )
  held.heads.hold(headKey(key), bytes)
  return { key, head: { key: headKey(key), ...stored }, packs: archives }
}

/** Streams the archive into the bucket. Every attempt writes the same bytes to the same place. */
export async function storeArchive(
  store: ObjectStore,
  { key, head, packs }: StoredSite,
  signal: AbortSignal,
  onUnderWay: () => void = () => {},
): Promise<Archive> {
  const quarter = packs.reduce((sum, { bytes }) => sum + bytes, 0) / 4
  const read = callAt(readPacks(store, packs), quarter, onUnderWay)
  const bytes = writeBundleBehind(await store.getBytes(head.key, { expected: head, signal }), read)
  return { key, ...(await store.putStream(key, bytes, { contentType: 'application/gzip', signal })) }
}

async function* callAt(
  chunks: AsyncIterable<Uint8Array>,
  place: number,
  onPlace: () => void,
): AsyncGenerator<Uint8Array> {
  let end = 0
  for await (const chunk of chunks) {
    yield chunk
    const isBefore = end < place
    end += chunk.length
    if (isBefore && end >= place) onPlace()
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

/** Where a file lies in a pack. */
interface Place {
  key: string
  offset: number
  length: number
}

type FindPlace = (path: string) => Promise<Place | undefined>

/** Members of the archive before it is there: by range out of the packs. */
export function readStoredMembers(
  store: ObjectStore,
  site: StoredSite,
  indexes: Held<PackIndex>,
  signal: AbortSignal,
): MemberReader {
  let find: FindPlace | undefined
  return {
    most: Number.POSITIVE_INFINITY,
    async read({ path }) {
      find ??= findInMemory(site, indexes) ?? findByIndex(store, site, signal)
      const place = await find(path)
      if (!place) throw new Error(`The index of ${site.key} lacks ${path}.`)
      const { key, ...range } = place
      return store.getRange(key, range, { signal })
    },
  }
}

/** Undefined where this process does not hold the indexes of all packs. */
function findInMemory({ packs }: StoredSite, indexes: Held<PackIndex>): FindPlace | undefined {
  const places = new Map<string, Place>()
  for (const { key } of packs) {
    const index = indexes.find(key)
    if (!index) return undefined
    for (const { path, offset, packedSize } of index.files) places.set(path, { key, offset, length: packedSize })
  }
  return async (path) => places.get(path)
}

function findByIndex(store: ObjectStore, site: StoredSite, signal: AbortSignal): FindPlace {
  const find = createFinder(store, site.key, { signal })
  return async (path) => {
    const file = await find(path)
    return file && findPack(site, file)
  }
}

/** The pack that holds a place of the archive, and where in it. */
function findPack({ head, packs }: StoredSite, file: { offset: number; packedSize: number }): Place | undefined {
  let start = head.bytes
  for (const { key, bytes } of packs) {
    if (file.offset < start + bytes) return { key, offset: file.offset - start, length: file.packedSize }
    start += bytes
  }
  return undefined
}
