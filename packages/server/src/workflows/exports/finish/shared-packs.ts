import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePackIndex, type PackIndex } from '@bindery/bundle'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { FinishAsks } from '../../tasks/finish/finish-site.ts'
import type { PackPart } from '../../tasks/pages/chunk-files.ts'
import { type IndexedPack, packKeyOf, storePack } from '../chunks/chunk-objects.ts'

type Written = Parameters<FinishAsks['pack']>[0]

/** Packs of what the pages of a site share, on their way into the bucket. */
export interface SharedPacks {
  /** Ends when there is room for the next: some of them are stored at once, and the last ones beside other work. */
  add: FinishAsks['pack']
  /** Those that were added, with their indexes, whether they are stored yet or not. */
  packs(): IndexedPack[]
  /** Ends when all of them are stored. */
  stored(): Promise<void>
}

// As many lie on the disk.
const mostAtOnce = 4

export function openSharedPacks(store: ObjectStore, prefix: string): SharedPacks {
  // By their keys: an attempt whose process has ended may have brought some of them before.
  const added = new Map<string, PackIndex>()
  // What failed stays, for whoever waits for it.
  const storing = new Set<Promise<void>>()

  async function storeAndRemove(written: Written): Promise<void> {
    await storePack(store, prefix, written)
    await rm(written.folder, { recursive: true })
  }

  return {
    async add(written) {
      const index = decodePackIndex(await readFile(join(written.folder, 'index' satisfies PackPart)))
      // A failure comes before the room for another one.
      await Promise.race([...storing, ...(storing.size < mostAtOnce ? [undefined] : [])])
      added.set(packKeyOf(prefix, written.name), index)
      const stored = storeAndRemove(written)
      storing.add(stored)
      stored.then(
        () => storing.delete(stored),
        () => {},
      )
    },
    packs: () => [...added].map(([key, index]) => ({ key, index: async () => index })),
    stored: async () => void (await Promise.all(storing)),
  }
}
