import { hash } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scratch } from '../cache/host-cache.ts'
import type { TaskInput } from '../tasks/create-task-pool.ts'
import { runTask, type TaskJob } from '../tasks/run-task.ts'
import { type SnapshotContext, snapshotEntry } from './open-snapshot.ts'
import type { StoredObject } from './stored-object.ts'

interface Source {
  key: string
  /** Where it comes from, as it is listed. */
  content: Pick<TaskInput<'writeSource'>, 'listing' | 'from' | 'specs' | 'assets' | 'dates'>
  /** Of all files. */
  bytes: number
}

/** A snapshot that is in the bucket already is not written again. */
export async function storeSnapshot(
  context: SnapshotContext,
  job: TaskJob,
  { key, content, bytes }: Source,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<StoredObject> {
  const { store, cache } = context
  const stored = await store.head(key)
  if (stored?.sha256) return { key, sha256: stored.sha256 }
  const archive = join(scratch.folder, hash('sha256', key))
  const folder = `${archive}-files`
  const input = { ...content, archive, folder }
  const taken = await writeInRoom()
  const { sha256 } = await store.putFile(key, archive, { signal })
  const packed = (await stat(archive)).size
  await rm(archive)
  scratch.room.free(packed)
  using _entry = await cache.open(snapshotEntry(sha256), async (path, room) => {
    await rename(folder, path)
    scratch.room.moveTo(room, taken)
  })
  return { key, sha256 }

  async function writeInRoom(): Promise<number> {
    using _room = await scratch.room.reserve(bytes, signal)
    return await runTask(context, job, 'writeSource', input, { bytes, room: scratch.room, signal })
  }
}
