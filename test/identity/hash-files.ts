import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Digests of files by their paths. */
export type Digests = Record<string, string>

export async function hashFiles(folder: string): Promise<Digests> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const digests: Digests = {}
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    digests[relative(folder, path)] = hash('sha256', await readFile(path))
  }
  return digests
}

/** Paths of files that differ, or that only one side has. */
export function listDiffering(one: Digests, other: Digests): string[] {
  return Object.keys({ ...one, ...other })
    .filter((path) => one[path] !== other[path])
    .sort()
}
