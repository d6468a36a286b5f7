import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { rendererVersion } from '@bindery/site/parent'
import { diskBytes } from '../../cache/disk-size.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import type { HostCache } from '../../cache/host-cache.ts'
import { orNoRoom, takeAside } from './put-aside.ts'

// Raised with each change of what an outline holds.
const form = 1

/** Outlines of the parts of a project's exports on this host, by the names of their packs, which are made of digests. */
export function openPartOutlines(cache: HostCache, projectId: string, held: DisposableStack) {
  const entryOf = (pack: string) =>
    `outline-${hash('sha256', JSON.stringify([projectId, rendererVersion, form, pack]))}`
  const hold = (entry: OpenEntry | undefined) => entry && held.use(entry).path
  return {
    find: (pack: string): string | undefined => hold(cache.find(entryOf(pack))),
    /** Undefined where there is no room: the want of it is no fault of this export. */
    async add(pack: string, bytes: Uint8Array): Promise<string | undefined> {
      const entry = await cache
        .open(entryOf(pack), async (path, room) => {
          await takeAside(room, diskBytes(bytes.length))
          await writeFile(path, bytes)
        })
        .catch(orNoRoom<OpenEntry>)
      return hold(entry)
    },
  }
}
