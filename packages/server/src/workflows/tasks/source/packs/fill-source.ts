import type { AskParent } from '@bindery/site'
import { readFiles } from '../../../../git/files/read-files.ts'
import type { SourceLimits } from '../../../../git/source-limits.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { never, readListing } from '../source-listing.ts'
import { type FilledFolder, type FillFolder, fillFolder } from './fill-folder.ts'

interface FillSource extends FillFolder {
  /** From `listSource`. */
  listing: string
  repository: string
  limits: Pick<SourceLimits, 'gitMemoryBytes'>
}

/** Makes the folder of a commit; only what the base does not have is read from the repository. */
export async function fillSource(input: FillSource, ask: AskParent): Promise<FilledFolder> {
  using meter = createRemoteMeter(ask)
  const { repository, limits, listing } = input
  const read = (files: Parameters<typeof readFiles>[0]['files']) =>
    readFiles({ repository, limits, files, signal: never })
  return await fillFolder(input, await readListing(listing), read, meter)
}
