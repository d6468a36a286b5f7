import { join } from 'node:path'
import type { ListedFile } from '../../../../git/files/list-files.ts'
import type { SourceFile } from '../../../../git/files/read-files.ts'
import type { Meter } from '../../../cache/meter.ts'
import { makeFolder } from '../../make-folder.ts'
import { openFolder } from '../open-folder.ts'
import { readListing, writeListing } from '../source-listing.ts'

/** What lies in the folder of a source: its files, and the list of them. */
export const sourceFiles = 'files'
export const sourceListing = 'listing'

export interface FillFolder {
  folder: string
  /** The folder of another source, which nobody ever changes: what is the same there is linked. */
  base?: string | undefined
}

export interface FilledFolder {
  /** Of its listing. */
  sha256: string
  /** Of the disk. */
  bytes: number
}

/** Makes the folder of a source; only what the base does not have is asked for. */
export async function fillFolder(
  { folder, base }: FillFolder,
  files: readonly ListedFile[],
  readMissing: (files: ListedFile[]) => AsyncIterable<SourceFile>,
  meter: Meter,
): Promise<FilledFolder> {
  await makeFolder(folder)
  const target = await openFolder(join(folder, sourceFiles), meter)
  const known = base === undefined ? undefined : await openBase(base)
  const missing: ListedFile[] = []
  for (const file of files) {
    const same = known?.(file)
    if (same === undefined || !(await target.link(same, file))) missing.push(file)
  }
  if (missing.length > 0) for await (const file of readMissing(missing)) await target.write(file)
  const sha256 = await writeListing(join(folder, sourceListing), files, meter)
  return { sha256, bytes: target.bytes() }
}

/** Finds a file of the same content. The same path first: a file can have only so many links. */
async function openBase(folder: string): Promise<(file: ListedFile) => string | undefined> {
  const files = await readListing(join(folder, sourceListing))
  const byPath = new Map(files.map(({ path, object }) => [path, object]))
  const byObject = new Map(files.map(({ path, object }) => [object, path]))
  return ({ path, object }) => {
    const same = byPath.get(path) === object ? path : byObject.get(object)
    return same === undefined ? undefined : join(folder, sourceFiles, same)
  }
}
