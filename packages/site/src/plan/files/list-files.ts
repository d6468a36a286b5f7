import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ignores } from './ignores/read-ignores.ts'

/**
 * Every file of the docs folder, by its path with forward slashes, sorted. Links are not followed: a repository may
 * point them anywhere. Folders that start with a dot and node_modules never hold a page.
 */
export async function listFiles(root: string, ignores: Ignores): Promise<string[]> {
  const files: string[] = []
  await walk('')
  return files.sort(byCodeUnit)

  async function walk(folder: string): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    // A finished site, made inside the docs folder, is no source of the next one.
    if (folder !== '' && entries.some((entry) => entry.name === '_bindery')) return
    for (const entry of entries) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.name.startsWith('.') || entry.name.includes('\\') || entry.name === 'node_modules') continue
      if (entry.isDirectory() && !ignores(`${path}/`)) await walk(path)
      if (entry.isFile() && !ignores(path)) files.push(path)
    }
  }
}

/** The one order of everything we write: the same on every machine and in every language. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
