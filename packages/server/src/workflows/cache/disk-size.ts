import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 4096
// A name of 255 bytes in a folder that is half full.
const nameBytes = 512

/** What a file of this size takes of a disk: a million files of one byte are 4 GB. */
export function diskBytes(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes + nameBytes
}

/** What all that lies under a path takes, as far as it is still there. */
export async function measureFolder(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [] as Dirent[])
  let total = diskBytes(blockBytes)
  for (const file of files) {
    const found = await lstat(join(file.parentPath, file.name)).catch(() => undefined)
    total += diskBytes(found?.size ?? 0)
  }
  return total
}
