import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFolder } from './claim-folder.ts'
import { measureFolder } from './disk-size.ts'
import { Entries, type OpenEntry } from './entries.ts'
import { openHighlightFiles } from './highlight-files.ts'
import { createSpace, type Lease } from './space.ts'

export interface HostCache extends Disposable {
  /**
   * An entry, for as long as it is held; unless this host has it, `fill` makes it at a path, and takes the room for what
   * it writes there. An entry is named by its content, so it never changes.
   */
  open(name: string, fill: (path: string, room: Lease) => Promise<void>): Promise<OpenEntry>
  /** The same, if this host has it. */
  find(name: string): OpenEntry | undefined
  /** Moves an entry that nobody holds into a scratch folder: from then on it is the caller's alone, to change or to lose. */
  take(name: string, scratch: Scratch): TakenEntry | undefined
  /**
   * Lends what an earlier borrower left under this name to one at a time: whoever comes meanwhile begins with nothing.
   * What lies at the path then is lent to the next, unless `use` says that it is worn.
   */
  borrow<T>(name: string, use: (path: string, scratch: Scratch) => Promise<Borrowed<T>>): Promise<T>
  /** Where an organization's highlighted code lies on this host. */
  highlightFile(organizationId: string): string
  /** A fresh folder that is removed after use. */
  withScratch<T>(use: (scratch: Scratch) => Promise<T>): Promise<T>
  /** Drops all that was there before it was told of this mark, also by an earlier process: what is in use goes last. */
  renew(mark: string): Promise<void>
  /** Of entries and scratch together. */
  usedBytes(): number
}

export interface Scratch {
  folder: string
  /** Whatever is written into the folder is taken from here before. */
  room: Lease
}

export interface TakenEntry {
  path: string
  /** What it takes of the disk, and now of the scratch folder's room. */
  bytes: number
}

export interface Borrowed<T> {
  result: T
  isWorn: boolean
}

export interface HostCacheOptions {
  folder: string
  /** Of all that this process has on the disk: entries, scratch and highlighted code. */
  maxBytes: number
  /** How long work waits for others to leave room. */
  patienceMs?: number
}

// One job takes at most half, so that others always go on beside the largest; an eighth is for highlighted code.
const shareOfJob = 1 / 2
const shareOfHighlighted = 1 / 8

/** The files of one worker process. When its budget is used up the least recently opened entries go, if none holds them. */
export async function openHostCache(options: HostCacheOptions): Promise<HostCache> {
  const claimed = await claimFolder(options.folder)
  const folders = { entries: join(claimed.path, 'entries'), scratch: join(claimed.path, 'scratch') }
  // The folder is ours alone, so whatever lies there is what a process left that was killed.
  await rm(folders.scratch, { recursive: true, force: true })
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  const highlightBytes = Math.floor(options.maxBytes * shareOfHighlighted)
  const highlighted = await openHighlightFiles(join(claimed.path, 'highlighted'), highlightBytes)
  const entries = new Entries(folders, () => space.wake())
  const space = createSpace({
    maxBytes: options.maxBytes - highlightBytes,
    largestBytes: options.maxBytes * shareOfJob,
    patienceMs: options.patienceMs ?? 60_000,
    makeRoom: (bytes) => entries.evict(bytes),
  })
  await entries.load(space)
  const opening = new Map<string, Promise<void>>()

  async function withScratch<T>(use: (scratch: Scratch) => Promise<T>): Promise<T> {
    using room = space.lease()
    const folder = join(folders.scratch, randomUUID())
    await mkdir(folder)
    try {
      return await use({ folder, room })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** With the room that it has; says how much that is. */
  function takeInto(name: string, path: string, room: Lease): number | undefined {
    const lease = entries.takeOut(name, path)
    if (!lease) return undefined
    const { bytes } = lease
    lease.moveTo(room, bytes)
    return bytes
  }

  function take(name: string, { folder, room }: Scratch): TakenEntry | undefined {
    const path = join(folder, 'taken')
    const bytes = takeInto(name, path, room)
    return bytes === undefined ? undefined : { path: join(path, 'content'), bytes }
  }

  async function borrow<T>(name: string, use: (path: string, scratch: Scratch) => Promise<Borrowed<T>>): Promise<T> {
    return withScratch(async (scratch) => {
      const draft = join(scratch.folder, 'entry')
      if (takeInto(name, draft, scratch.room) === undefined) await mkdir(draft)
      const { result, isWorn } = await use(join(draft, 'content'), scratch)
      if (!isWorn) await giveBack(name, draft, scratch.room)
      return result
    })
  }

  /** By what it takes now, whatever was taken for it. */
  async function giveBack(name: string, draft: string, room: Lease): Promise<void> {
    const lease = space.lease()
    const bytes = await measureFolder(draft)
    room.moveTo(lease, bytes)
    const fits = lease.takeNow(bytes - lease.bytes)
    if (!fits || !entries.add(name, draft, lease)) lease.moveTo(room, lease.bytes)
  }

  async function fillEntry(name: string, fill: (path: string, room: Lease) => Promise<void>): Promise<void> {
    await withScratch(async ({ folder, room }) => {
      const draft = join(folder, 'entry')
      await mkdir(draft)
      await fill(join(draft, 'content'), room)
      const lease = space.lease()
      room.moveTo(lease, room.bytes)
      if (!entries.add(name, draft, lease)) lease[Symbol.dispose]()
    })
  }

  async function open(name: string, fill: (path: string, room: Lease) => Promise<void>): Promise<OpenEntry> {
    for (;;) {
      const entry = entries.hold(name)
      if (entry) return entry
      const filling = opening.get(name) ?? fillEntry(name, fill).finally(() => opening.delete(name))
      opening.set(name, filling)
      await filling
    }
  }

  const markFile = join(claimed.path, 'mark')

  async function renew(mark: string): Promise<void> {
    const last = await readFile(markFile, 'utf8').catch(() => '0')
    if (last === mark) return
    await entries.forgetAll()
    highlighted.removeAll()
    await writeFile(markFile, mark)
  }

  return {
    open,
    find: (name) => entries.hold(name),
    take,
    borrow,
    renew,
    withScratch,
    highlightFile: highlighted.fileOf,
    usedBytes: space.usedBytes,
    [Symbol.dispose]: claimed[Symbol.dispose],
  }
}
