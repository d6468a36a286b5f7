import { mkdir, rm } from 'node:fs/promises'
import type { ServedSite } from './open-served-site.ts'

/** The sites that are open, and those that are only on the disk. */
export interface SiteCache extends AsyncDisposable {
  /** An open one, which counts as asked for now. */
  find(domain: string): ServedSite | undefined
  /** Opens it, once for all who ask at the same time; undefined if it is removed meanwhile. */
  open(domain: string): Promise<ServedSite | undefined>
  /** From memory and from the disk, also while it is being opened. */
  remove(domain: string): Promise<void>
  listOpen(): ServedSite[]
  /** Makes room, where there is too little. */
  trim(): Promise<void>
  measure(): { open: number; stored: number; bytes: number }
}

interface CacheOptions {
  folderOf(domain: string): string
  /** Returns early when `signal` is aborted. */
  openSite(domain: string, dataFolder: string, signal: AbortSignal): Promise<ServedSite>
  mostBytes: number
  /** On the disk already, what was taken longest ago first. */
  stored: readonly { domain: string; bytes: number }[]
}

interface Entry {
  /** The number of the last request, over all sites. */
  usedAt: number
  /** As it was last measured. */
  bytes: number
  site?: ServedSite | undefined
  opening?: Promise<ServedSite | undefined> | undefined
  closing?: Promise<void> | undefined
  /** Aborted when the site is removed: what is being opened must not be served. */
  stop: AbortController
}

const newEntry = (usedAt = 0, bytes = 0): Entry => ({ usedAt, bytes, stop: new AbortController() })

// The names of 100,000 files are some 60 MB of memory; a site that is opened again is verified again.
const mostOpenFiles = 100_000
// What an open site costs beside its names.
const filesPerSite = 50

/** Holds so many bytes of sites on the disk, and so many names in memory; what was not asked for the longest goes first. */
export function createSiteCache({ folderOf, openSite, mostBytes, stored }: CacheOptions): SiteCache {
  const entries = new Map<string, Entry>(stored.map(({ domain, bytes }, usedAt) => [domain, newEntry(usedAt, bytes)]))
  let clock = entries.size

  const measure = () => {
    const result = { open: 0, stored: entries.size, bytes: 0 }
    for (const entry of entries.values()) {
      if (entry.site) {
        entry.bytes = entry.site.bytes
        result.open++
      }
      result.bytes += entry.bytes
    }
    return result
  }
  const close = (entry: Entry) => {
    const { site } = entry
    if (!site) return
    entry.bytes = site.bytes
    entry.site = undefined
    entry.closing = Promise.resolve(site[Symbol.asyncDispose]())
  }
  const remove = async (domain: string) => {
    const entry = entries.get(domain)
    if (!entry) return
    entry.stop.abort()
    close(entry)
    const ended = Promise.allSettled([entry.opening, entry.closing])
    const next = { ...newEntry(), closing: ended.then(() => rm(folderOf(domain), { recursive: true, force: true })) }
    entries.set(domain, next)
    await next.closing
    // Meanwhile it may have been requested again.
    if (!next.site && !next.opening && entries.get(domain) === next) entries.delete(domain)
  }
  /** Those that nothing is under way with, the one that was not asked for the longest first. */
  const listIdle = () =>
    [...entries]
      .filter(([, { site, opening }]) => !opening && !site?.versions.isHeld())
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
  const trim = async (latest?: Entry) => {
    let files = [...entries.values()].reduce((sum, { site }) => sum + filesOf(site), 0)
    let { bytes } = measure()
    if (files <= mostOpenFiles && bytes <= mostBytes) return
    const removals: Promise<void>[] = []
    for (const [domain, entry] of listIdle()) {
      if (entry === latest) continue
      if (files > mostOpenFiles && entry.site) {
        files -= filesOf(entry.site)
        close(entry)
      }
      if (bytes <= mostBytes) continue
      bytes -= entry.bytes
      files -= filesOf(entry.site)
      removals.push(remove(domain))
    }
    await Promise.all(removals)
  }
  const openEntry = async (domain: string, entry: Entry): Promise<ServedSite | undefined> => {
    try {
      await entry.closing
      const folder = folderOf(domain)
      await mkdir(folder, { recursive: true })
      const site = await openSite(domain, folder, entry.stop.signal)
      if (entry.stop.signal.aborted) await site[Symbol.asyncDispose]()
      else entry.site = site
      return entry.site
    } finally {
      entry.opening = undefined
      await trim(entry)
    }
  }
  return {
    find(domain) {
      const entry = entries.get(domain)
      if (!entry?.site) return undefined
      entry.usedAt = ++clock
      return entry.site
    },
    open(domain) {
      const entry = entries.get(domain) ?? newEntry()
      entries.set(domain, entry)
      entry.usedAt = ++clock
      if (entry.site) return Promise.resolve(entry.site)
      entry.opening ??= openEntry(domain, entry)
      return entry.opening
    },
    remove,
    trim: () => trim(),
    listOpen: () => [...entries.values()].flatMap(({ site }) => site ?? []),
    measure,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...entries.values()].map(({ opening }) => opening))
      for (const entry of entries.values()) close(entry)
      await Promise.allSettled([...entries.values()].map(({ closing }) => closing))
    },
  }
}

function filesOf(site: ServedSite | undefined): number {
  return site ? (site.versions.current?.files.size ?? 0) + filesPerSite : 0
}
