import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FetchedSpecs, gatherSpecs, listRemoteSpecs } from '@bindery/site'
import { createAskForSpec } from '../git/ask-for-spec.ts'
import type { SourceFile } from '../git/read-files.ts'
import type { GitSettings } from './worker-context.ts'

/** Where they lie in a snapshot. */
export const specFolder = '.bindery-openapi'

export interface RemoteSpecsRequest {
  /** The docs folder, unpacked. */
  root: string
  git: GitSettings
  /** Takes what is fetched. */
  folder: string
  signal: AbortSignal
}

/** Fetches what the docs folder names on other hosts; undefined when that is nothing. */
export async function fetchRemoteSpecs(request: RemoteSpecsRequest): Promise<FetchedSpecs | undefined> {
  const { root, git, folder, signal } = request
  const urls = await listRemoteSpecs(root)
  if (urls.length === 0) return undefined
  return gatherSpecs(urls, { ask: createAskForSpec(git), folder, signal })
}

/** What was fetched, said in one word: another description makes another snapshot. */
export function nameSpecs({ digests }: FetchedSpecs): string {
  return hash('sha256', Object.values(digests).sort().join()).slice(0, 16)
}

/** The files of a snapshot, and behind them what was fetched, which no file of the repository can stand for. */
export async function* withSpecs(
  files: AsyncIterable<SourceFile>,
  { folder, digests }: FetchedSpecs,
): AsyncGenerator<SourceFile> {
  for await (const file of files) if (file.path.split('/')[0] !== specFolder) yield file
  for (const digest of new Set(Object.values(digests))) {
    yield { path: `${specFolder}/${digest}`, bytes: await readFile(join(folder, digest)) }
  }
}
