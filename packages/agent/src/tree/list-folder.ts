import { readdir } from 'node:fs/promises'
import { limits } from '../limits.ts'
import type { Listing } from './tree.ts'

const skipped = new Set(['.git', 'node_modules'])

/** Every regular file below a folder. The order of a disk is not kept: the same tree gives the same list. */
export async function listFolder(root: string, folder: string): Promise<Listing> {
  const paths: string[] = []
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined && paths.length < limits.walkedFiles; next = waiting.pop()) {
    const entries = await readdir(`${root}/${next}`, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
      if (skipped.has(entry.name)) continue
      const path = next === '' ? entry.name : `${next}/${entry.name}`
      if (entry.isDirectory()) waiting.push(path)
      if (entry.isFile()) paths.push(path)
    }
  }
  return { paths: paths.slice(0, limits.walkedFiles).sort(compare), isCut: paths.length >= limits.walkedFiles }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
