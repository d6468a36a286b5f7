import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { AskParent } from '@bindery/site'
import type { ListedFile } from '../../../../git/files/list-files.ts'
import type { SourceFile } from '../../../../git/files/read-files.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { type Fetched, isFetchedPath, readFetched } from '../read-fetched.ts'
import { readListing } from '../source-listing.ts'
import { type FilledFolder, fillFolder, sourceListing } from './fill-folder.ts'

interface AddFetched extends Fetched {
  /** Of the repository alone. */
  base: string
  folder: string
}

/** Makes the folder of a source with all that was fetched for it. */
export async function addFetched({ base, folder, ...fetched }: AddFetched, ask: AskParent): Promise<FilledFolder> {
  using meter = createRemoteMeter(ask)
  const own = (await readListing(join(base, sourceListing))).filter(({ path }) => !isFetchedPath(path, fetched))
  const added: ListedFile[] = []
  for await (const { path, bytes } of readFetched(fetched)) {
    added.push({ path, object: hash('sha256', bytes), size: bytes.length })
  }
  return await fillFolder({ folder, base }, [...own, ...added], (missing) => readAgain(missing, fetched), meter)
}

/** One at a time: together they may be more than memory holds. */
async function* readAgain(missing: readonly ListedFile[], fetched: Fetched): AsyncGenerator<SourceFile> {
  const paths = new Set(missing.map(({ path }) => path))
  for await (const file of readFetched(fetched)) if (paths.has(file.path)) yield file
}
