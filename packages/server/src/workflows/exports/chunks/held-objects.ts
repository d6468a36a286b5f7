import type { BundleSummary, PackIndex, SiteFacts } from '@bindery/bundle'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { HeldValues } from '../../cache/held-values.ts'

/** By its key, under which nothing else is ever stored. */
export interface Held<Value> {
  find(key: string): Value | undefined
  hold(key: string, value: Value): void
}

/** What the head of an archive says. */
export interface HeldHead extends Pick<BundleSummary, 'manifestSha256' | 'signature' | 'packsOffset'> {
  site: SiteFacts
  /** What stands behind it in the archive. */
  packs: Archive[]
}

/** What the next step or the next export of a project reads of the bucket, in the memory of this process. */
export interface HeldObjects {
  /** By the keys of their packs. */
  indexes: Held<PackIndex>
  /** Heads of archives, by their keys. */
  heads: Held<HeldHead>
}

// A path, a digest and five numbers, and its line of the manifest.
const bytesOfFile = 500
const bytesOfKey = 200

export function openHeldObjects(held: HeldValues, projectId: string): HeldObjects {
  const open = <Value>(kind: string, bytesOf: (value: Value) => number): Held<Value> => ({
    find: (key) => held.find(projectId, `${kind} ${key}`) as Value | undefined,
    hold: (key, value) => held.hold(projectId, `${kind} ${key}`, value, bytesOf(value)),
  })
  return {
    indexes: open<PackIndex>('index', ({ files }) => files.length * bytesOfFile),
    heads: open<HeldHead>('head', ({ packs }) => (packs.length + 10) * bytesOfKey),
  }
}
