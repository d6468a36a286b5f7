import { measureFolder } from '../../cache/disk-size.ts'
import { openSnapshot } from '../../worker/open-snapshot.ts'
import { snapshotKey, storeSnapshot } from '../../worker/store-snapshot.ts'
import type { StoredObject } from '../../worker/stored-object.ts'
import { nameAssets } from './fetch-remote-assets.ts'
import { nameSpecs } from './fetch-remote-specs.ts'
import type { ListedCommit, SourceStore } from './source-store.ts'

/** All of it as one object, as workers of 0.1.0 read it. */
export function storeAsArchive(from: ListedCommit): SourceStore {
  const { context, order, commit, repository, limits, listing, listed, scratch, signal } = from
  const key = snapshotKey({ ...order, folder: order.docsPath }, commit, limits.fileBytes)
  let plain: StoredObject
  return {
    async open() {
      const source = { key, content: { listing, from: { repository, limits } }, bytes: listed.bytes }
      plain = await storeSnapshot(context, order, source, scratch, signal)
      return await openSnapshot(context, order, plain)
    },
    async store(root, { specs, assets, dates }) {
      if (!specs && !assets && !dates) return plain
      const content = { listing, from: { folder: root.path }, specs, assets, dates }
      const names = [key, specs && nameSpecs(specs), assets && `a${nameAssets(assets)}`, dates?.name]
      const bytes = listed.bytes + (assets ? await measureFolder(assets.folder) : 0)
      const source = { key: names.filter(Boolean).join('-'), content, bytes }
      return await storeSnapshot(context, order, source, scratch, signal)
    },
  }
}
