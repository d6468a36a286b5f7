import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedSpecs, RemoteAssets } from '@bindery/site'
import type { SourceFile } from '../../../git/files/read-files.ts'
import { assetFolder, assetIndex } from './asset-folder.ts'
import { dateFile } from './date-file.ts'
import { specFolder } from './spec-folder.ts'

/** What a site needs beside its files, which no file of the repository can stand for. */
export interface Fetched {
  specs?: FetchedSpecs | undefined
  assets?: RemoteAssets | undefined
  /** A file that says when the others were last changed, and what it says in one word. */
  dates?: { file: string; name: string } | undefined
}

/** Whether a path is one that only fetched files have. */
export function isFetchedPath(path: string, fetched: Fetched): boolean {
  return fetchedPaths(fetched).some((own) => path === own || path.startsWith(`${own}/`))
}

/** Paths of folders and files that only fetched files have. */
export function fetchedPaths({ specs, assets, dates }: Fetched): string[] {
  return [...(dates ? [dateFile] : []), ...(specs ? [specFolder] : []), ...(assets ? [assetFolder] : [])]
}

/** Fetched files as they lie in a source. */
export async function* readFetched({ specs, assets, dates }: Fetched): AsyncGenerator<SourceFile> {
  if (dates) yield { path: dateFile, bytes: await readFile(dates.file) }
  for (const digest of new Set(Object.values(specs?.digests ?? {}))) {
    yield { path: `${specFolder}/${digest}`, bytes: await readFile(join(specs?.folder ?? '', digest)) }
  }
  if (!assets) return
  const { folder, ...found } = assets
  for (const name of [...new Set(Object.values(found.files))].sort()) {
    yield { path: `${assetFolder}/${name}`, bytes: await readFile(join(folder, name)) }
  }
  const index: RemoteAssets = { folder: assetFolder, ...found }
  yield { path: `${assetFolder}/${assetIndex}`, bytes: Buffer.from(JSON.stringify(index)) }
}
