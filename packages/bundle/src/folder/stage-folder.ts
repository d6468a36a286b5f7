import { copyFileSync, existsSync, linkSync, mkdirSync, constants as modes } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { BundleFile } from '../format/format.ts'

/** A folder in the making, beside its final place and readable by nobody else, that goes away unless it is published. */
export interface StagedFolder extends AsyncDisposable {
  /** Writes a new file; the path must have been checked. */
  write(file: BundleFile): Promise<void>
  /**
   * Adds a file that exists elsewhere as a hard link, or as a copy where the file system allows no link; the path must have
   * been checked. Sync on purpose: a link takes about 20 µs, async several times as long.
   */
  link(path: string, source: string): void
  /** The whole folder appears at its place in one rename. */
  publish(): Promise<void>
  /** The same where a folder stands already: it is moved aside first, and comes back if the second rename fails. */
  replace(): Promise<void>
}

export async function stageFolder(target: string): Promise<StagedFolder> {
  const place = resolve(target)
  const root = await mkdtemp(`${place}.bindery-`)
  const folders = new Set<string>(['.'])
  // Each folder is made here and each file must be new, so no path leads through a symbolic link.
  const makeFolder = (folder: string): void => {
    if (folders.has(folder)) return
    makeFolder(dirname(folder))
    mkdirSync(join(root, folder))
    folders.add(folder)
  }
  return {
    async write({ path, bytes }) {
      makeFolder(dirname(path))
      await writeFile(join(root, path), bytes, { flag: 'wx', mode: 0o644 })
    },
    link(path, source) {
      makeFolder(dirname(path))
      const target = join(root, path)
      try {
        linkSync(source, target)
      } catch {
        // Some file systems have no links, others limit their number for each file.
        copyFileSync(source, target, modes.COPYFILE_EXCL | modes.COPYFILE_FICLONE)
      }
    },
    async publish() {
      await chmod(root, 0o755)
      await rename(root, place)
    },
    async replace() {
      const previous = previousOf(place)
      await chmod(root, 0o755)
      await rename(place, previous)
      await rename(root, place).catch(async (cause) => {
        await rename(previous, place)
        throw cause
      })
      await rm(previous, { recursive: true })
    },
    async [Symbol.asyncDispose]() {
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Puts right what a process left that was killed within `replace`: either the old folder or the new one stands again. */
export async function recoverFolder(target: string): Promise<void> {
  const place = resolve(target)
  if (existsSync(place)) await rm(previousOf(place), { recursive: true, force: true })
  else if (existsSync(previousOf(place))) await rename(previousOf(place), place)
}

function previousOf(place: string): string {
  return `${place}.bindery-previous`
}
