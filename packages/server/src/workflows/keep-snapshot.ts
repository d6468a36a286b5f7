import { hash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import type { SourceFile } from '../git/read-files.ts'
import { snapshotPrefix } from '../storage/object-keys.ts'
import { snapshotEntry } from './open-snapshot.ts'
import { writeSnapshot } from './snapshot-archive.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

/** A snapshot that is in the bucket already is not written again. `archive` is a path in a scratch folder. */
export async function keepSnapshot(
  { store, cache }: Pick<WorkerContext, 'store' | 'cache'>,
  key: string,
  archive: string,
  files: () => AsyncIterable<SourceFile>,
  signal: AbortSignal,
): Promise<StoredObject> {
  const stored = await store.head(key)
  if (stored?.sha256) return { key, sha256: stored.sha256 }
  const bytes = await writeSnapshot(archive, files(), `${archive}-files`)
  const { sha256 } = await store.putFile(key, archive, { signal })
  await cache.open(snapshotEntry(sha256), async (content) => {
    await rename(`${archive}-files`, content)
    return bytes
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
