import type { AskParent } from '@bindery/site'
import { readFiles } from '../../../../git/files/read-files.ts'
import type { SourceLimits } from '../../../../git/source-limits.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { never, readListing } from '../source-listing.ts'
import { type FilledFolder, type FillFolder, fillFolder } from './fill-folder.ts'
import { updateFolder } from './update-folder.ts'

interface FillSource extends FillFolder {
  /** From `listSource`. */
  listing: string
  repository: string
  limits: Pick<SourceLimits, 'gitMemoryBytes'>
  /** What the folder takes of the disk already, where it is that of an earlier source which nobody else uses. */
  taken?: number | undefined
}

/** Makes the folder of a commit; only what the base, or the folder itself, does not have is read from the repository. */
export async function fillSource(input: FillSource, ask: AskParent): Promise<FilledFolder> {
  using meter = createRemoteMeter(ask)
  const { repository, limits, listing, folder, taken } = input
  const read = (files: Parameters<typeof readFiles>[0]['files']) =>
    readFiles({ repository, limits, files, signal: never })
  const files = await readListing(listing)
  const updated = taken === undefined ? undefined : await updateFolder({ folder, bytes: taken }, files, read, meter)
  return updated ?? (await fillFolder(input, files, read, meter))
}
