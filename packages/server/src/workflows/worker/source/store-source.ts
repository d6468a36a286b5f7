import { join } from 'node:path'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { type ProjectSource, recordProjectSource } from '../../../core/exports/run/project-source.ts'
import { sourceListKey, sourcePackKey, sourcePrefix } from '../../../storage/object-keys.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { runTask } from '../../tasks/run-task.ts'
import { sourceFiles, sourceListing } from '../../tasks/source/packs/fill-folder.ts'
import { listName } from '../../tasks/source/packs/pack-source.ts'
import type { SnapshotContext } from '../open-snapshot.ts'
import type { StoredSnapshot } from './stored-snapshot.ts'

interface NewSource {
  /** Its folder on this host. */
  folder: string
  /** Digest of its paths and what lies at them. */
  files: string
  /** What it takes of the disk. */
  bytes: number
  earlier: ProjectSource | undefined
}

/** Stores what the bucket does not have of a source. The same source is not stored again. */
export async function storeSource(
  context: SnapshotContext,
  order: ExportOrder,
  { folder, files, bytes, earlier }: NewSource,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<StoredSnapshot> {
  const { store, db } = context
  const list = earlier && (await fetchList(context, earlier, scratch))
  if (list && earlier.files === files) return { key: earlier.listKey, sha256: earlier.listSha256, files }
  const packed = join(scratch.folder, 'packed')
  const input = { listing: join(folder, sourceListing), root: join(folder, sourceFiles), earlier: list, folder: packed }
  const { sha256, packs, fresh } = await runTask(context, order, 'packSource', input, {
    bytes,
    room: scratch.room,
    signal,
  })
  const prefix = sourcePrefix(order.organizationId, order.projectId)
  const key = sourceListKey(prefix, sha256)
  const putPacks = async () => {
    for (const name of fresh) await store.putFile(sourcePackKey(prefix, name), join(packed, name), { signal })
  }
  // Side by side: nobody reads the list before it is recorded.
  await Promise.all([putPacks(), store.putFile(key, join(packed, listName), { signal })])
  const begunAt = list === undefined ? undefined : earlier?.begunAt
  await recordProjectSource(db, order.exportId, { listKey: key, listSha256: sha256, files, packs, begunAt })
  return { key, sha256, files, base: earlier?.files }
}

/** Undefined when it is gone: then everything is stored anew. */
async function fetchList(
  { store }: SnapshotContext,
  { listKey }: ProjectSource,
  { folder, room }: Scratch,
): Promise<string | undefined> {
  const found = await store.head(listKey)
  if (!found) return undefined
  await room.take(found.bytes)
  const file = join(folder, 'earlier-list')
  return store.getFile(listKey, file).then(
    () => file,
    (error: unknown) => {
      if (error instanceof StorageError && error.code === 'missing') return undefined
      throw error
    },
  )
}
