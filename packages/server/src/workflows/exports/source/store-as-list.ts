import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findProjectSource, type ProjectSource } from '../../../core/exports/run/project-source.ts'
import { sourcePrefix } from '../../../storage/object-keys.ts'
import { measureFolder } from '../../cache/disk-size.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import { runTask } from '../../tasks/run-task.ts'
import type { FilledFolder } from '../../tasks/source/packs/fill-folder.ts'
import { linkBase } from '../../worker/source/link-base.ts'
import { inFiles } from '../../worker/source/open-source.ts'
import { storeSource } from '../../worker/source/store-source.ts'
import { sourceEntry } from '../../worker/source/stored-snapshot.ts'
import type { ListedCommit, SourceStore } from './source-store.ts'

/** By difference: of the files only those that the project's last export did not have are read, packed and stored. */
export function storeAsList(from: ListedCommit): SourceStore {
  const { context, order, repository, limits, listing, listed, scratch, signal } = from
  const { cache } = context
  const prefix = sourcePrefix(order.organizationId, order.projectId)
  const nameOf = (files: string) => sourceEntry(prefix, files)
  let earlier: ProjectSource | undefined

  /** Written beside and moved in: the end of this job must not be that of whoever waits for the same folder. */
  async function moveIn(folder: string, { sha256, bytes }: FilledFolder): Promise<OpenEntry> {
    return await cache.open(nameOf(sha256), async (path, room) => {
      await rename(folder, path)
      scratch.room.moveTo(room, bytes)
    })
  }

  return {
    async open() {
      earlier = await findProjectSource(context.db, order.projectId)
      const held = cache.find(nameOf(listed.sha256))
      if (held) return inFiles(held)
      const folder = join(scratch.folder, 'source')
      const request = { name: earlier && nameOf(earlier.files), bytes: () => listed.bytes, room: scratch.room, signal }
      using base = await linkBase(cache, request)
      const input = { listing, repository, limits, folder, base: base.path }
      const filled = await runTask(context, order, 'fillSource', input, {
        bytes: listed.bytes,
        room: scratch.room,
        signal,
      })
      return inFiles(await moveIn(folder, filled))
    },
    async store(root, fetched) {
      const plain = dirname(root.path)
      const source = { folder: plain, files: listed.sha256, bytes: root.bytes, earlier }
      if (!fetched.specs && !fetched.assets && !fetched.dates)
        return await storeSource(context, order, source, scratch, signal)
      const folder = join(scratch.folder, 'with-fetched')
      const bytes = listed.bytes + (fetched.assets ? await measureFolder(fetched.assets.folder) : 0)
      const input = { base: plain, folder, ...fetched }
      const filled = await runTask(context, order, 'addFetched', input, { bytes, room: scratch.room, signal })
      using whole = await moveIn(folder, filled)
      const all = { folder: whole.path, files: filled.sha256, bytes: whole.bytes, earlier }
      return await storeSource(context, order, all, scratch, signal)
    },
  }
}
