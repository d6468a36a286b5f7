import type { ServedFile } from '@bindery/bundle'
import { listLayers, type SiteFolder } from '../source/site-folder.ts'
import type { Site } from './open-site.ts'

/** The site that is served, and those before it, whose pages are still open in browsers. */
export interface SiteVersions extends Disposable {
  readonly current: Site | undefined
  /** The current one and the earlier ones that can still be asked for. */
  list(): Site[]
  /** From now on requests begin with this site; those under way end with the one they began with. */
  put(site: Site | undefined): void
  /** A page of an earlier site asks for what only that site had; names without a digest may mean another thing by now. */
  findEarlier(path: string): { site: Site; file: ServedFile } | undefined
  /** The files of the site stay on the disk, wherever they lie now, until the hold is released. */
  hold(site: Site): () => void
  /** Those that something can still be read from. */
  listFolders(): Set<SiteFolder>
  /** Whether a response of any of them is under way. */
  isHeld(): boolean
}

export interface VersionOptions {
  /** How long assets of an earlier site are still there. */
  retainEarlierMs: number
  /** Called when nobody can ask for the site any more. */
  discard(site: Site): void
  /** Called when no response reads from the folder any more. */
  release?(folder: SiteFolder): void
}

export function createSiteVersions({ retainEarlierMs, discard, release }: VersionOptions): SiteVersions {
  let current: Site | undefined
  const earlier = new Map<Site, NodeJS.Timeout>()
  const holds = new Map<Site, number>()
  // Apart from the sites: a file may be sent out of a folder that its site has left meanwhile.
  const reads = new Map<SiteFolder, number>()
  const discardIfIdle = (site: Site) => {
    if (site !== current && !earlier.has(site) && !holds.has(site)) discard(site)
  }
  const list = () => [...(current ? [current] : []), ...earlier.keys()]
  return {
    get current() {
      return current
    },
    list,
    listFolders: () =>
      new Set([...[...list(), ...holds.keys()].flatMap(({ folder }) => listLayers(folder)), ...reads.keys()]),
    put(site) {
      const before = current
      current = site
      if (!before || before === site) return
      const retire = () => {
        earlier.delete(before)
        discardIfIdle(before)
      }
      earlier.set(before, setTimeout(retire, retainEarlierMs).unref())
    },
    findEarlier(path) {
      for (const site of [...earlier.keys()].reverse()) {
        const file = site.files.get(path)
        if (file?.isHashed) return { site, file }
      }
      return undefined
    },
    hold(site) {
      const folders = listLayers(site.folder)
      count(holds, site, 1)
      for (const folder of folders) count(reads, folder, 1)
      return () => {
        for (const folder of folders) if (count(reads, folder, -1) === 0) release?.(folder)
        if (count(holds, site, -1) === 0) discardIfIdle(site)
      }
    },
    isHeld: () => holds.size > 0,
    [Symbol.dispose]() {
      for (const timer of earlier.values()) clearTimeout(timer)
    },
  }
}

function count<Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): number {
  const next = (counts.get(key) ?? 0) + by
  if (next > 0) counts.set(key, next)
  else counts.delete(key)
  return next
}
