import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePackIndex, type PackIndex } from '@bindery/bundle'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { FinishAsks } from '../../tasks/finish/finish-site.ts'
import type { PackPart } from '../../tasks/pages/chunk-files.ts'
import { type IndexedPack, packKeyOf, storePack } from '../chunks/chunk-objects.ts'
import type { collectShared } from './shared-members.ts'

/** Packs of what the pages of a site share, on their way into the bucket. */
export interface SharedPacks {
  /** Ends when the pack before this one is stored: two at most lie on the disk, and the last one goes beside other work. */
  add: FinishAsks['pack']
  /** Those that were added, with their indexes, whether they are stored yet or not. */
  packs(): IndexedPack[]
  /** Ends when all of them are stored. */
  stored(): Promise<void>
}

export function openSharedPacks(
  store: ObjectStore,
  prefix: string,
  collected: Pick<ReturnType<typeof collectShared>, 'add'>,
): SharedPacks {
  // By their keys: an attempt whose process has ended may have brought some of them before.
  const added = new Map<string, PackIndex>()
  let storing: Promise<void> = Promise.resolve()

  async function storeAndRemove(written: Parameters<FinishAsks['pack']>[0], index: PackIndex): Promise<void> {
    await Promise.all([storePack(store, prefix, written), collected.add(written, index)])
    await rm(written.folder, { recursive: true })
  }

  return {
    async add(written) {
      const index = decodePackIndex(await readFile(join(written.folder, 'index' satisfies PackPart)))
      await storing
      added.set(packKeyOf(prefix, written.name), index)
      storing = storeAndRemove(written, index)
      // Its failure is for whoever waits for it.
      storing.catch(() => {})
    },
    packs: () => [...added].map(([key, index]) => ({ key, index: async () => index })),
    stored: () => storing,
  }
}
