import { rmdirSync, unlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ListedFile } from '../../../../git/files/list-files.ts'
import type { SourceFile } from '../../../../git/files/read-files.ts'
import { diskBytes } from '../../../cache/disk-size.ts'
import type { Meter } from '../../../cache/meter.ts'
import { addToFolder } from '../open-folder.ts'
import { readListing, writeListing } from '../source-listing.ts'
import { type FilledFolder, sourceFiles, sourceListing } from './fill-folder.ts'

interface OwnFolder {
  /** Of an earlier source; nobody else uses it. */
  folder: string
  /** What it takes of the disk. */
  bytes: number
}

/**
 * Makes the folder of a source out of that of an earlier one, with as much work as there are changes. Undefined where an attempt
 * that broke off has left it without a listing.
 */
export async function updateFolder(
  { folder, bytes }: OwnFolder,
  files: readonly ListedFile[],
  readMissing: (files: ListedFile[]) => AsyncIterable<SourceFile>,
  meter: Meter,
): Promise<FilledFolder | undefined> {
  const [root, listing] = [join(folder, sourceFiles), join(folder, sourceListing)]
  const before = await readListing(listing).catch(() => undefined)
  if (!before) return undefined
  await rm(listing)
  const missing = listOwn(files, before)
  const gone = listOwn(before, files)
  const freed = gone.reduce((sum, file) => sum + removeFile(root, file), 0)
  const target = addToFolder(root, meter)
  if (missing.length > 0) for await (const file of readMissing(missing)) await target.write(file)
  const sha256 = await writeListing(listing, files, meter)
  return { sha256, bytes: bytes - freed + target.bytes() }
}

/** Files that the other list does not have, or has with another content. */
function listOwn(files: readonly ListedFile[], other: readonly ListedFile[]): ListedFile[] {
  const objects = new Map(other.map(({ path, object }) => [path, object]))
  return files.filter(({ path, object }) => objects.get(path) !== object)
}

/** With the folders that it leaves empty, where a file may come to lie; says what is free then. */
function removeFile(root: string, { path, size }: ListedFile): number {
  unlinkSync(join(root, path))
  let freed = diskBytes(size)
  for (let parent = dirname(path); parent !== '.' && removeEmpty(join(root, parent)); parent = dirname(parent)) {
    freed += diskBytes(1)
  }
  return freed
}

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false
    throw error
  }
}
