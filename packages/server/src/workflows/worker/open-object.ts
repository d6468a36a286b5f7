import { hash } from 'node:crypto'
import type { ObjectStore } from '../../storage/object-store.ts'
import type { OpenEntry } from '../cache/entries.ts'
import type { HostCache } from '../cache/host-cache.ts'

interface ObjectContext {
  cache: Pick<HostCache, 'open'>
  store: Pick<ObjectStore, 'head' | 'getFile'>
}

/**
 * An object of a project on this host, for as long as it is held. It goes by its key, under which nothing else is ever
 * stored; and by its project, so that nobody meets what another has stored.
 */
export async function openObject({ cache, store }: ObjectContext, projectId: string, key: string): Promise<OpenEntry> {
  return await cache.open(objectEntry(projectId, key), async (path, room) => {
    await room.take((await store.head(key))?.bytes ?? 0)
    await store.getFile(key, path)
  })
}

/** What such an object is called on a host that has it. */
function objectEntry(projectId: string, key: string): string {
  return `object-${hash('sha256', JSON.stringify([projectId, key]))}`
}
