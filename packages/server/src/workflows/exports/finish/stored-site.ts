import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type HeadInput, type MemberReader, writeBundleBehind, writeBundleHead } from '@bindery/bundle'
import { createFinder, headKey, storeFileIndex } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { type IndexedPack, readPacks } from '../chunks/chunk-objects.ts'

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
): Promise<StoredSite> {
  const key = `${prefix}${randomUUID()}.tar.gz`
  const bytes = await buffer(writeBundleHead({ ...input, packs }).bytes)
  const [stored] = await Promise.all([
    store.putBytes(headKey(key), bytes),
    storeFileIndex(store, key, { packs, packsOffset: bytes.length }),
  ])
  const archives = await Promise.all(
    packs.map(async (pack) => {
      const { size, sha256 } = await pack.index()
      return { key: pack.key, bytes: size, sha256 }
    }),
  )
  return { key, head: { key: headKey(key), ...stored }, packs: archives }
}

/** Streams the archive into the bucket. Every attempt writes the same bytes to the same place. */
export async function storeArchive(
  store: ObjectStore,
  { key, head, packs }: StoredSite,
  signal: AbortSignal,
): Promise<Archive> {
  const bytes = writeBundleBehind(await store.getBytes(head.key, { expected: head, signal }), readPacks(store, packs))
  return { key, ...(await store.putStream(key, bytes, { contentType: 'application/gzip', signal })) }
}

/** Members of the archive before it is there: by range out of the packs. */
export function readStoredMembers(store: ObjectStore, site: StoredSite, signal: AbortSignal): MemberReader {
  const find = createFinder(store, site.key, { signal })
  return {
    most: Number.POSITIVE_INFINITY,
    async read({ path }) {
      const file = await find(path)
      const place = file && findPack(site, file.offset)
      if (!place) throw new Error(`The index of ${site.key} lacks ${path}.`)
      return store.getRange(place.key, { offset: place.offset, length: file.packedSize }, { signal })
    },
  }
}

/** The pack that holds a place of the archive, and where in it. */
function findPack({ head, packs }: StoredSite, offset: number): { key: string; offset: number } | undefined {
  let start = head.bytes
  for (const { key, bytes } of packs) {
    if (offset < start + bytes) return { key, offset: offset - start }
    start += bytes
  }
  return undefined
}
