import type { ServedFile } from '@bindery/bundle'
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
  /** Prevents the removal of the site's files until the returned function is called. */
  hold(site: Site): () => void
  /** Folders of the listed sites, and of those that a response is still sent from. */
  listFolders(): string[]
  /** Whether a response of any of them is under way. */
  isHeld(): boolean
}

export interface VersionOptions {
  /** How long assets of an earlier site are still there. */
  retainEarlierMs: number
  /** Called when nobody can ask for the site any more. */
  discard(site: Site): void
}

export function createSiteVersions({ retainEarlierMs, discard }: VersionOptions): SiteVersions {
  let current: Site | undefined
  const earlier = new Map<Site, NodeJS.Timeout>()
  const holds = new Map<Site, number>()
  const discardIfIdle = (site: Site) => {
    if (site !== current && !earlier.has(site) && !holds.has(site)) discard(site)
  }
  const list = () => [...(current ? [current] : []), ...earlier.keys()]
  return {
    get current() {
      return current
    },
    list,
    listFolders: () => [...list(), ...holds.keys()].map(({ folder }) => folder),
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
      holds.set(site, (holds.get(site) ?? 0) + 1)
      return () => {
        const left = (holds.get(site) ?? 1) - 1
        if (left > 0) return void holds.set(site, left)
        holds.delete(site)
        discardIfIdle(site)
      }
    },
    isHeld: () => holds.size > 0,
    [Symbol.dispose]() {
      for (const timer of earlier.values()) clearTimeout(timer)
    },
  }
}
