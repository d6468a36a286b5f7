import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is not as it was in the base; null where there is none. */
export interface NetChange {
  path: string
  before: string | null
  content: string | null
}

/** What all patches together have changed: a file that was changed back is no change. */
export async function listNetChanges(baseRoot: string, root: string, paths: Iterable<string>): Promise<NetChange[]> {
  const changes: NetChange[] = []
  for (const path of [...new Set(paths)].sort()) {
    const [before, content] = await Promise.all([readText(join(baseRoot, path)), readText(join(root, path))])
    if (before !== content) changes.push({ path, before, content })
  }
  return changes
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}
