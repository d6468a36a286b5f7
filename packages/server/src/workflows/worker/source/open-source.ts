import { hash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sourcePackKey } from '../../../storage/object-keys.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { runTask, type TaskJob } from '../../tasks/run-task.ts'
import { sourceFiles } from '../../tasks/source/packs/fill-folder.ts'
import type { PartRequest, SomePages } from '../../tasks/source/packs/open-source.ts'
import { openSnapshot, type SnapshotContext } from '../open-snapshot.ts'
import { linkBase } from './link-base.ts'
import { type StoredSnapshot, sourceEntry } from './stored-snapshot.ts'

// Whoever comes meanwhile waits for the same: the end of one job must not be theirs.
const never = new AbortController().signal

/**
 * The docs folder on this host, for as long as it is held. A host that has nothing of it reads only what `pages` need,
 * if they are given.
 */
export async function openSource(
  context: SnapshotContext,
  job: TaskJob,
  snapshot: StoredSnapshot,
  pages?: SomePages,
): Promise<OpenEntry> {
  if (snapshot.files === undefined) return await openSnapshot(context, job, snapshot)
  const prefix = snapshot.key.slice(0, snapshot.key.lastIndexOf('list/'))
  const whole = sourceEntry(prefix, snapshot.files)
  const held = context.cache.find(whole)
  if (held) return inFiles(held)
  const name = pages ? `${whole}-${hash('sha256', pages.files.join('\n')).slice(0, 32)}` : whole
  const base = snapshot.base === undefined ? undefined : sourceEntry(prefix, snapshot.base)
  return inFiles(
    await context.cache.open(name, (folder, room) =>
      context.cache.withScratch(async (scratch) => {
        const list = join(scratch.folder, 'list')
        const bytes = (await context.store.head(snapshot.key))?.bytes ?? 0
        await scratch.room.take(bytes)
        await context.store.getFile(snapshot.key, list)
        using linked = await linkBase(context.cache, { name: base, bytes: (base) => base?.bytes ?? 0, room })
        const input = { list, folder, base: linked.path, pages }
        const asks = { part: readParts(context.store, prefix, scratch) }
        await runTask(context, job, 'openSource', input, { bytes: 100 * bytes, room, asks, signal: never })
      }),
    ),
  )
}

/** One part at a time lies on the disk. */
function readParts(store: ObjectStore, prefix: string, { folder, room }: Scratch) {
  const file = join(folder, 'part')
  let taken = 0
  return async ({ pack, offset, length, isWhole }: PartRequest): Promise<string> => {
    await rm(file, { force: true })
    room.free(taken)
    taken = 0
    await room.take(length)
    taken = length
    const key = sourcePackKey(prefix, pack)
    if (isWhole) await store.getFile(key, file)
    else await writeFile(file, await store.getRange(key, { offset, length }))
    return file
  }
}

export function inFiles({ path, bytes, ...entry }: OpenEntry): OpenEntry {
  return { path: join(path, sourceFiles), bytes, [Symbol.dispose]: entry[Symbol.dispose] }
}
