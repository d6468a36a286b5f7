import { hash } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceFile } from '../git/read-files.ts'
import { snapshotPrefix } from '../storage/object-keys.ts'
import type { Scratch } from './cache/host-cache.ts'
import { snapshotEntry } from './open-snapshot.ts'
import { writeSnapshot } from './snapshot-archive.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

/** A snapshot that is in the bucket already is not written again. */
export async function keepSnapshot(
  { store, cache }: Pick<WorkerContext, 'store' | 'cache'>,
  key: string,
  scratch: Scratch,
  files: () => AsyncIterable<SourceFile>,
  signal: AbortSignal,
): Promise<StoredObject> {
  const stored = await store.head(key)
  if (stored?.sha256) return { key, sha256: stored.sha256 }
  const archive = join(scratch.folder, hash('sha256', key))
  const folder = `${archive}-files`
  const bytes = await writeSnapshot({ archive, folder }, files(), scratch.room)
  const { sha256 } = await store.putFile(key, archive, { signal })
  const packed = (await stat(archive)).size
  await rm(archive)
  scratch.room.free(packed)
  using _entry = await cache.open(snapshotEntry(sha256), async (content, room) => {
    await rename(folder, content)
    scratch.room.moveTo(room, bytes)
  })
  return { key, sha256 }
}

interface SnapshotPlace {
  organizationId: string
  projectId: string
  repository: string
  /** `''` for the whole repository. */
  folder: string
}

/** A project whose repository, folder or limit was changed never meets what was fetched before. */
export function snapshotKey(place: SnapshotPlace, commit: string, fileBytes: number): string {
  const { organizationId, projectId, repository, folder } = place
  const digest = hash('sha256', `${repository}\n${folder}\n${fileBytes}`).slice(0, 16)
  return `${snapshotPrefix(organizationId, projectId)}${commit}-${digest}`
}
