import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findProjectSource, isSourceInUse, type ProjectSource } from '../../../core/exports/run/project-source.ts'
import { sourcePrefix } from '../../../storage/object-keys.ts'
import { measureFolder } from '../../cache/disk-size.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import { runTask } from '../../tasks/run-task.ts'
import type { FilledFolder } from '../../tasks/source/packs/fill-folder.ts'
import type { Fetched } from '../../tasks/source/read-fetched.ts'
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
  const [folder, withFetched] = [join(scratch.folder, 'source'), join(scratch.folder, 'with-fetched')]
  /** In the folder, until it is known what else belongs to it. */
  let draft: FilledFolder | undefined

  /** Makes the folder of the earlier source this one's, if nothing may read it any more; gives what it takes of the disk. */
  async function takeEarlier(name: string | undefined): Promise<number | undefined> {
    if (name === undefined || (await isSourceInUse(context.db, order))) return undefined
    const taken = cache.take(name, scratch)
    if (taken) await rename(taken.path, folder)
    return taken?.bytes
  }

  /** Written beside and moved in: the end of this job must not be that of whoever waits for the same folder. */
  async function moveIn(from: string, { sha256, bytes }: FilledFolder): Promise<OpenEntry> {
    return await cache.open(nameOf(sha256), async (path, room) => {
      await rename(from, path)
      scratch.room.moveTo(room, bytes)
    })
  }

  /** A folder that others may use is left as it is: another one is made of links to it. */
  async function addTo(root: OpenEntry, fetched: Fetched): Promise<FilledFolder> {
    const bytes = listed.bytes + (fetched.assets ? await measureFolder(fetched.assets.folder) : 0)
    const target = draft ? { base: undefined, folder, bytes: draft.bytes } : linked(root)
    return await runTask(context, order, 'addFetched', { ...target, ...fetched }, { bytes, room: scratch.room, signal })
  }

  const linked = (root: OpenEntry) => ({ base: dirname(root.path), folder: withFetched, bytes: 0 })

  function storeFolder(path: string, { sha256: files, bytes }: FilledFolder) {
    return storeSource(context, order, { folder: path, files, bytes, earlier }, scratch, signal)
  }

  return {
    async open() {
      earlier = await findProjectSource(context.db, order.projectId)
      const held = cache.find(nameOf(listed.sha256))
      if (held) return inFiles(held)
      const name = earlier && nameOf(earlier.files)
      const taken = await takeEarlier(name)
      const request = { name, bytes: () => (taken ? 0 : listed.bytes), room: scratch.room, signal }
      using base = await linkBase(cache, request)
      const input = { listing, repository, limits, folder, base: base.path, taken }
      draft = await runTask(context, order, 'fillSource', input, {
        bytes: listed.bytes,
        room: scratch.room,
        signal,
      })
      return inFiles({ path: folder, bytes: draft.bytes, [Symbol.dispose]() {} })
    },
    async store(root, fetched) {
      const isPlain = !fetched.specs && !fetched.assets && !fetched.dates
      if (isPlain && !draft) return await storeFolder(dirname(root.path), { sha256: listed.sha256, bytes: root.bytes })
      const filled = isPlain && draft ? draft : await addTo(root, fetched)
      using whole = await moveIn(draft ? folder : withFetched, filled)
      return await storeFolder(whole.path, { sha256: filled.sha256, bytes: whole.bytes })
    },
  }
}
