import { join } from 'node:path'
import type { OpenEntry } from './cache/entries.ts'
import { unpackSnapshot } from './snapshot-archive.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

/** The folder of the docs on this host, for as long as it is held. */
export function openSnapshot(
  { cache, store }: Pick<WorkerContext, 'cache' | 'store'>,
  { key, sha256 }: StoredObject,
): Promise<OpenEntry> {
  return cache.open(snapshotEntry(sha256), (folder, room) =>
    cache.withScratch(async (scratch) => {
      const archive = join(scratch.folder, 'snapshot')
      await scratch.room.take((await store.head(key))?.bytes ?? 0)
      await store.getFile(key, archive)
      await unpackSnapshot(archive, folder, room)
    }),
  )
}

export function snapshotEntry(sha256: string): string {
  return `snapshot-${sha256}`
}
