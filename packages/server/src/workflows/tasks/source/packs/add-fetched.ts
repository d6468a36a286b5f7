import { hash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskParent } from '@bindery/site'
import type { ListedFile } from '../../../../git/files/list-files.ts'
import type { SourceFile } from '../../../../git/files/read-files.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { addToFolder } from '../open-folder.ts'
import { type Fetched, fetchedPaths, isFetchedPath, readFetched } from '../read-fetched.ts'
import { readListing, writeListing } from '../source-listing.ts'
import { type FilledFolder, fillFolder, sourceFiles, sourceListing } from './fill-folder.ts'

interface AddFetched extends Fetched {
  /** Of the repository alone; without it the folder is, and gets what was fetched. */
  base: string | undefined
  folder: string
  /** What the folder takes of the disk without it. */
  bytes: number
}

/** Makes the folder of a source with all that was fetched for it. */
export async function addFetched(input: AddFetched, ask: AskParent): Promise<FilledFolder> {
  using meter = createRemoteMeter(ask)
  const { base, folder, bytes: before, ...fetched } = input
  const own = (await readListing(join(base ?? folder, sourceListing))).filter(
    ({ path }) => !isFetchedPath(path, fetched),
  )
  const added: ListedFile[] = []
  for await (const { path, bytes } of readFetched(fetched)) {
    added.push({ path, object: hash('sha256', bytes), size: bytes.length })
  }
  const files = [...own, ...added]
  if (base !== undefined)
    return await fillFolder({ folder, base }, files, (missing) => readAgain(missing, fetched), meter)
  const root = join(folder, sourceFiles)
  // Never written over: files of the repository, and of an attempt before this one, may be links to those of other sources.
  for (const path of fetchedPaths(fetched)) await rm(join(root, path), { recursive: true, force: true })
  const target = addToFolder(root, meter)
  for await (const file of readFetched(fetched)) await target.write(file)
  // Moved in: an attempt that comes after this one must find one of the two whole.
  const listing = join(folder, 'listing-with-fetched')
  const sha256 = await writeListing(listing, files, meter)
  await rename(listing, join(folder, sourceListing))
  return { sha256, bytes: before + target.bytes() }
}

/** One at a time: together they may be more than memory holds. */
async function* readAgain(missing: readonly ListedFile[], fetched: Fetched): AsyncGenerator<SourceFile> {
  const paths = new Set(missing.map(({ path }) => path))
  for await (const file of readFetched(fetched)) if (paths.has(file.path)) yield file
}
