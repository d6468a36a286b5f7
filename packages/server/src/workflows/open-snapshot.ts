import { join } from 'node:path'
import { unpackSnapshot } from './snapshot-archive.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

/** The folder of the docs on this host. */
export function openSnapshot(context: Pick<WorkerContext, 'cache' | 'store'>, snapshot: StoredObject): Promise<string> {
  const { cache, store } = context
  return cache.open(snapshotEntry(snapshot.sha256), (folder) =>
    cache.withScratch(async (scratch) => {
      const archive = join(scratch, 'snapshot')
      await store.getFile(snapshot.key, archive)
      return unpackSnapshot(archive, folder)
    }),
  )
}

export function snapshotEntry(sha256: string): string {
  return `snapshot-${sha256}`
}
