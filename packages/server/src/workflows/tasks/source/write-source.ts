import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskParent } from '@bindery/site'
import { readFiles, type SourceFile } from '../../../git/files/read-files.ts'
import type { SourceLimits } from '../../../git/source-limits.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { type Fetched, isFetchedPath, readFetched } from './read-fetched.ts'
import { writeSnapshot } from './snapshot-archive.ts'
import { never, readListing } from './source-listing.ts'

interface WriteSource extends Fetched {
  /** From `listSource`. */
  listing: string
  from: { repository: string; limits: Pick<SourceLimits, 'gitMemoryBytes'> } | { folder: string }
  archive: string
  /** Takes the files themselves. */
  folder: string
}

/** Writes a source as an archive and as files; says what the files take of the disk. */
export async function writeSource(input: WriteSource, ask: AskParent): Promise<number> {
  using meter = createRemoteMeter(ask)
  const { archive, folder, specs, assets, dates } = input
  return await writeSnapshot({ archive, folder }, withFetched(readSource(input), { specs, assets, dates }), meter)
}

async function* readSource({ listing, from }: WriteSource): AsyncGenerator<SourceFile> {
  const files = await readListing(listing)
  if ('repository' in from) yield* readFiles({ ...from, files, signal: never })
  else for (const { path } of files) yield { path, bytes: await readFile(join(from.folder, path)) }
}

async function* withFetched(files: AsyncIterable<SourceFile>, fetched: Fetched): AsyncGenerator<SourceFile> {
  for await (const file of files) if (!isFetchedPath(file.path, fetched)) yield file
  yield* readFetched(fetched)
}
