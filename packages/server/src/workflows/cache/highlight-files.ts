import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { largestHighlightFile } from '@bindery/site/parent'

export interface HighlightFiles {
  /** Where an organization's highlighted code lies on this host. */
  fileOf(organizationId: string): string
  removeAll(): void
}

const ending = '.sqlite'

/** One file for each organization, and no more of them than fit: the least recently used one goes. */
export async function openHighlightFiles(folder: string, maxBytes: number): Promise<HighlightFiles> {
  await mkdir(folder, { recursive: true })
  const most = Math.max(1, Math.floor(maxBytes / largestHighlightFile))

  function removeOldest(beside: string): void {
    const others = readdirSync(folder)
      .filter((name) => name.endsWith(ending) && name !== beside)
      .map((name) => ({ name, usedAt: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.usedAt - a.usedAt)
    for (const { name } of others.slice(most - 1)) removeFile(name)
  }

  function removeFile(name: string): void {
    for (const part of [name, `${name}-wal`, `${name}-shm`]) rmSync(join(folder, part), { force: true })
  }

  return {
    fileOf(organizationId) {
      const name = `${organizationId}${ending}`
      const file = join(folder, name)
      removeOldest(name)
      const now = new Date()
      if (statSync(file, { throwIfNoEntry: false })) utimesSync(file, now, now)
      return file
    },
    removeAll() {
      for (const name of readdirSync(folder)) if (name.endsWith(ending)) removeFile(name)
    },
  }
}
