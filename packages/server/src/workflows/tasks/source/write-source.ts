import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskParent, FetchedSpecs, RemoteAssets } from '@bindery/site'
import { readFiles, type SourceFile } from '../../../git/files/read-files.ts'
import type { SourceLimits } from '../../../git/source-limits.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { assetFolder, assetIndex } from './asset-folder.ts'
import { dateFile } from './date-file.ts'
import { writeSnapshot } from './snapshot-archive.ts'
import { never, readListing } from './source-listing.ts'
import { specFolder } from './spec-folder.ts'

interface WriteSource {
  /** From `listSource`. */
  listing: string
  from: { repository: string; limits: Pick<SourceLimits, 'gitMemoryBytes'> } | { folder: string }
  /** Descriptions that were fetched, which no file of the repository can stand for. */
  specs?: FetchedSpecs | undefined
  /** The same for what pages show of other hosts. */
  assets?: RemoteAssets | undefined
  /** A file that says when the others were last changed. */
  dates?: string | undefined
  archive: string
  /** Takes the files themselves. */
  folder: string
}

/** Writes a source as an archive and as files; says what the files take of the disk. */
export async function writeSource(input: WriteSource, ask: AskParent): Promise<number> {
  using meter = createRemoteMeter(ask)
  const { archive, folder, specs, assets, dates } = input
  const plain = readSource(input)
  const dated = dates === undefined ? plain : withDates(plain, dates)
  const files = specs ? withSpecs(dated, specs) : dated
  return await writeSnapshot({ archive, folder }, assets ? withAssets(files, assets) : files, meter)
}

async function* readSource({ listing, from }: WriteSource): AsyncGenerator<SourceFile> {
  const files = await readListing(listing)
  if ('repository' in from) yield* readFiles({ ...from, files, signal: never })
  else for (const { path } of files) yield { path, bytes: await readFile(join(from.folder, path)) }
}

async function* withDates(files: AsyncIterable<SourceFile>, dates: string): AsyncGenerator<SourceFile> {
  for await (const file of files) if (file.path !== dateFile) yield file
  yield { path: dateFile, bytes: await readFile(dates) }
}

async function* withSpecs(
  files: AsyncIterable<SourceFile>,
  { folder, digests }: FetchedSpecs,
): AsyncGenerator<SourceFile> {
  for await (const file of files) if (file.path.split('/')[0] !== specFolder) yield file
  for (const digest of new Set(Object.values(digests))) {
    yield { path: `${specFolder}/${digest}`, bytes: await readFile(join(folder, digest)) }
  }
}

async function* withAssets(
  source: AsyncIterable<SourceFile>,
  { folder, files, live, failures }: RemoteAssets,
): AsyncGenerator<SourceFile> {
  for await (const file of source) if (file.path.split('/')[0] !== assetFolder) yield file
  for (const name of [...new Set(Object.values(files))].sort()) {
    yield { path: `${assetFolder}/${name}`, bytes: await readFile(join(folder, name)) }
  }
  const index: RemoteAssets = { folder: assetFolder, files, live, failures }
  yield { path: `${assetFolder}/${assetIndex}`, bytes: Buffer.from(JSON.stringify(index)) }
}
