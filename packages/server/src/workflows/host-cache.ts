import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface HostCache {
  /**
   * The path of an entry; unless this host has it, `fill` makes it there and tells its bytes. An entry is named by its
   * content, so it never changes and whoever was first made the same.
   */
  open(name: string, fill: (path: string) => Promise<number>): Promise<string>
  /**
   * Lends what an earlier borrower left under this name to one at a time: whoever comes meanwhile begins with nothing.
   * It is kept as it is then, if `use` tells its bytes.
   */
  borrow<T>(name: string, use: (path: string) => Promise<{ result: T; bytes: number | undefined }>): Promise<T>
  /** Where an organization's highlighted code is kept on this host. */
  highlightFile(organizationId: string): string
  /** A fresh folder that is removed after use. */
  withScratch<T>(use: (folder: string) => Promise<T>): Promise<T>
}

// No step runs longer, so whatever was touched within it may still be in use.
const inUseMs = 60 * 60_000

/** A folder that all worker processes of a host share. The least recently opened entries go first when it is full. */
export async function openHostCache(folder: string, maxBytes: number): Promise<HostCache> {
  const entries = join(folder, 'entries')
  const scratch = join(folder, 'scratch')
  await mkdir(entries, { recursive: true })
  const highlighted = join(folder, 'highlighted')
  await mkdir(scratch, { recursive: true })
  await mkdir(highlighted, { recursive: true })
  await removeUnused(await listByAge(scratch))
  const opening = new Map<string, Promise<string>>()

  async function withScratch<T>(use: (path: string) => Promise<T>): Promise<T> {
    const path = join(scratch, randomUUID())
    await mkdir(path)
    try {
      return await use(path)
    } finally {
      await rm(path, { recursive: true, force: true })
    }
  }

  async function borrow<T>(name: string, use: (path: string) => Promise<{ result: T; bytes: number | undefined }>) {
    const entry = join(entries, name)
    return withScratch(async (folder) => {
      const draft = join(folder, 'entry')
      // Renamed, it is out of everybody else's reach; a borrower that is killed takes it along.
      await rename(entry, draft).catch((error) => unless(error, 'ENOENT'))
      await mkdir(draft, { recursive: true })
      const { result, bytes } = await use(join(draft, 'content'))
      if (bytes !== undefined) {
        await giveBack(draft, entry, bytes)
        await evict(entries, maxBytes)
      }
      return result
    })
  }

  async function findOrFill(name: string, fill: (path: string) => Promise<number>): Promise<string> {
    const entry = join(entries, name)
    if (!(await touch(entry))) {
      await withScratch(async (draft) => {
        await giveBack(draft, entry, await fill(join(draft, 'content')))
      })
      await evict(entries, maxBytes)
    }
    return join(entry, 'content')
  }

  return {
    withScratch,
    borrow,
    highlightFile: (organizationId) => join(highlighted, `${organizationId}.sqlite`),
    open(name, fill) {
      const known = opening.get(name)
      if (known) return known
      const path = findOrFill(name, fill).finally(() => opening.delete(name))
      opening.set(name, path)
      return path
    },
  }
}

/** Whoever was first has its place. */
async function giveBack(draft: string, entry: string, bytes: number): Promise<void> {
  await writeFile(join(draft, 'bytes'), String(bytes))
  await touch(draft)
  await rename(draft, entry).catch((error) => unless(error, 'ENOTEMPTY'))
}

function unless(error: NodeJS.ErrnoException, code: string): void {
  if (error.code !== code) throw error
}

async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

interface Aged {
  path: string
  touchedAt: number
}

async function listByAge(folder: string): Promise<Aged[]> {
  const aged: Aged[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const touchedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (touchedAt !== undefined) aged.push({ path, touchedAt })
  }
  return aged.sort((a, b) => a.touchedAt - b.touchedAt)
}

async function evict(folder: string, maxBytes: number): Promise<void> {
  const aged = await listByAge(folder)
  const sizes = await Promise.all(aged.map(({ path }) => readFile(join(path, 'bytes'), 'utf8').then(Number, () => 0)))
  let excess = sizes.reduce((sum, bytes) => sum + bytes, 0) - maxBytes
  const victims = aged.filter((_, index) => {
    const goes = excess > 0
    if (goes) excess -= sizes[index] ?? 0
    return goes
  })
  await removeUnused(victims)
}

async function removeUnused(aged: readonly Aged[]): Promise<void> {
  const unused = aged.filter(({ touchedAt }) => Date.now() - touchedAt > inUseMs)
  await Promise.all(unused.map(({ path }) => rm(path, { recursive: true, force: true })))
}
