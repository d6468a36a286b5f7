import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { BundleFile } from '../format/format.ts'

/** A folder in the making, beside its final place and readable by nobody else, that goes away unless it is published. */
export interface StagedFolder extends AsyncDisposable {
  /** Writes a new file; the path must have been checked. */
  write(file: BundleFile): Promise<void>
  /** The whole folder appears at its place in one rename. */
  publish(): Promise<void>
  /** The same where a folder stands already: it is moved aside first, and comes back if the second rename fails. */
  replace(): Promise<void>
}

export async function stageFolder(target: string): Promise<StagedFolder> {
  const place = resolve(target)
  const root = await mkdtemp(`${place}.bindery-`)
  const folders = new Set<string>(['.'])
  // Each folder is made here and each file must be new (`wx`), so no link can stand in between and none is followed.
  const makeFolder = async (folder: string): Promise<void> => {
    if (folders.has(folder)) return
    await makeFolder(dirname(folder))
    await mkdir(join(root, folder))
    folders.add(folder)
  }
  return {
    async write({ path, bytes }) {
      await makeFolder(dirname(path))
      await writeFile(join(root, path), bytes, { flag: 'wx', mode: 0o644 })
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
