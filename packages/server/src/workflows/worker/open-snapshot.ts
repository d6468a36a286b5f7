import { join } from 'node:path'
import type { ObjectStore } from '../../storage/object-store.ts'
import type { OpenEntry } from '../cache/entries.ts'
import type { HostCache } from '../cache/host-cache.ts'
import { runTask, type TaskContext, type TaskJob } from '../tasks/run-task.ts'
import type { StoredObject } from './stored-object.ts'

export interface SnapshotContext extends TaskContext {
  cache: HostCache
  store: ObjectStore
}

// Whoever comes meanwhile waits for the same: the end of one job must not be theirs.
const never = new AbortController().signal

/** The folder of the docs on this host, for as long as it is held. */
export function openSnapshot(
  context: SnapshotContext,
  job: TaskJob,
  { key, sha256 }: StoredObject,
): Promise<OpenEntry> {
  const { cache, store } = context
  return cache.open(snapshotEntry(sha256), (folder, room) =>
    cache.withScratch(async (scratch) => {
      const archive = join(scratch.folder, 'snapshot')
      const bytes = (await store.head(key))?.bytes ?? 0
      await scratch.room.take(bytes)
      await store.getFile(key, archive)
      await runTask(context, job, 'unpackSource', { archive, folder }, { bytes: 10 * bytes, room, signal: never })
    }),
  )
}

export function snapshotEntry(sha256: string): string {
  return `snapshot-${sha256}`
}
