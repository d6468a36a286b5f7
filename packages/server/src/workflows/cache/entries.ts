import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lease, Space } from './space.ts'

/** An entry in use. It stays where it is until whoever opened it has disposed of it. */
export interface OpenEntry extends Disposable {
  path: string
  /** What it takes of the disk. */
  bytes: number
}

interface Entry {
  path: string
  lease: Lease
  holders: number
  /** Goes as soon as nobody holds it. */
  isForgotten?: true
}

export interface EntryFolders {
  entries: string
  /** On the same disk; emptied when a worker starts. */
  scratch: string
}

// Beside the content of an entry: what it takes of the disk.
const sizeFile = 'disk-bytes'

/**
 * The entries on this disk, in the order in which they were last used. Those that nobody holds may go at any time. Files
 * are moved at once and not by and by, so that what stands in the list and what lies on the disk never differ.
 */
export class Entries {
  readonly #folders: EntryFolders
  readonly #onRelease: () => void
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>()
  /** On its way out, and still on the disk. */
  #leaving = 0

  constructor(folders: EntryFolders, onRelease: () => void) {
    this.#folders = folders
    this.#onRelease = onRelease
  }

  /** What an earlier process left. Something whose size is not known is removed. */
  async load(space: Space): Promise<void> {
    const loaded: [string, Entry][] = []
    for (const { name, path } of await listNewestFirst(this.#folders.entries)) {
      const bytes = await readFile(join(path, sizeFile), 'utf8').then(Number, () => Number.NaN)
      const lease = space.lease()
      if (Number.isSafeInteger(bytes) && lease.takeNow(bytes)) loaded.push([name, { path, lease, holders: 0 }])
      else await rm(path, { recursive: true, force: true })
    }
    for (const [name, entry] of loaded.reverse()) this.#entries.set(name, entry)
  }

  hold(name: string): OpenEntry | undefined {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    entry.holders += 1
    touch(entry.path)
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      entry.holders -= 1
      if (entry.holders > 0) return
      if (entry.isForgotten && this.#entries.get(name) === entry) void this.#remove(name, entry)
      this.#onRelease()
    }
    return {
      path: join(entry.path, 'content'),
      bytes: entry.lease.bytes,
      [Symbol.dispose]: release,
    }
  }

  /** Puts a folder with its `content` in place, with all that its lease holds. False when there is one: it stays. */
  add(name: string, draft: string, lease: Lease): boolean {
    if (this.#entries.has(name)) return false
    const path = join(this.#folders.entries, name)
    writeFileSync(join(draft, sizeFile), String(lease.bytes))
    renameSync(draft, path)
    this.#entries.set(name, { path, lease, holders: 0 })
    return true
  }

  /** Moves an entry that nobody holds to another place: from then on it is the caller's, with its lease. */
  takeOut(name: string, target: string): Lease | undefined {
    const entry = this.#entries.get(name)
    if (!entry || entry.holders > 0) return undefined
    renameSync(entry.path, target)
    this.#entries.delete(name)
    return entry.lease
  }

  /** Removes what was not used for longest and nobody holds, until so many bytes are free. */
  evict(bytes: number): void {
    let missing = bytes - this.#leaving
    for (const [name, entry] of this.#entries) {
      if (missing <= 0) return
      if (entry.holders > 0) continue
      missing -= entry.lease.bytes
      void this.#remove(name, entry)
    }
  }

  /** Removes all, those in use when nobody holds them any more. */
  async forgetAll(): Promise<void> {
    const free = [...this.#entries].filter(([, { holders }]) => holders === 0)
    for (const entry of this.#entries.values()) entry.isForgotten = true
    await Promise.all(free.map(([name, entry]) => this.#remove(name, entry)))
  }

  async #remove(name: string, { lease }: Entry): Promise<void> {
    const { bytes } = lease
    const trash = join(this.#folders.scratch, randomUUID())
    this.takeOut(name, trash)
    this.#leaving += bytes
    await rm(trash, { recursive: true, force: true }).catch(() => {})
    this.#leaving -= bytes
    lease[Symbol.dispose]()
  }
}

async function listNewestFirst(folder: string): Promise<{ name: string; path: string }[]> {
  const names = await readdir(folder)
  const aged = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { name, path, usedAt: (await stat(path)).mtimeMs }
    }),
  )
  return aged.sort((a, b) => b.usedAt - a.usedAt)
}

/** For the next process, which knows the order by nothing else. */
function touch(path: string): void {
  const now = new Date()
  utimes(path, now, now).catch(() => {})
}
