import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type HeadInput, writeBundleBehind, writeBundleHead } from '@bindery/bundle'
import { headKey, storeFileIndex } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { askAhead, type IndexedPack, openIndexes } from '../chunks/chunk-objects.ts'

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

/** Writes the head of an archive. */
export async function storeHead(
  store: ObjectStore,
  key: string,
  { packs, ...input }: Omit<HeadInput, 'packs'> & { packs: readonly IndexedPack[] },
): Promise<StoredSite> {
  const head = writeBundleHead({ ...input, packs })
  const bytes = await buffer(head.bytes)
  const stored = await store.putBytes(headKey(key), bytes)
  const archives = await Promise.all(
    packs.map(async (pack) => {
      const index = await pack.index()
      return { key: pack.key, bytes: index.size, sha256: index.sha256 }
    }),
  )
  const { contentSha256 } = head.result()
  return { key, head: { key: headKey(key), ...stored }, packs: archives, contentSha256 }
}

/** Streams the archive into the bucket, and stores the index of its files. Each attempt writes the same bytes to the same key. */
export async function storeArchive(
  store: ObjectStore,
  { key, head, packs }: StoredSite,
  signal: AbortSignal,
): Promise<Archive> {
  const keys = packs.map((pack) => pack.key)
  const indexing = storeFileIndex(store, key, { packs: openIndexes(store, keys), packsOffset: head.bytes })
  // Its error is thrown below.
  indexing.catch(() => {})
  const start = await store.getBytes(head.key, { expected: head, signal })
  const archive = writeBundleBehind(start, readPacks(store, packs, signal))
  const stored = await store.putStream(key, archive, { contentType: 'application/gzip', signal })
  await indexing
  return { key, ...stored }
}

/** Reads packs in order; each is verified before its first byte is sent, and the next one is requested meanwhile. */
async function* readPacks(
  store: Pick<ObjectStore, 'getBytes'>,
  packs: readonly Archive[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const filled = packs.filter(({ bytes }) => bytes > 0)
  const asked = askAhead(filled, 1, (pack) => store.getBytes(pack.key, { expected: pack, signal }))
  for (const at of filled.keys()) {
    yield await asked.ask(at)
    asked.forget(at)
  }
}
