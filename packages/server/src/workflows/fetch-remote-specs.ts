import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AskForSpec, type FetchedSpecs, gatherSpecs, listRemoteSpecs, type SpecAnswer } from '@bindery/site'
import { createAskForSpec } from '../git/ask-for-spec.ts'
import type { Reach } from '../git/reach-host.ts'
import type { SourceFile } from '../git/read-files.ts'
import type { Scratch } from './cache/host-cache.ts'
import { createMeter, type Meter } from './cache/meter.ts'

/** Where they lie in a snapshot. */
export const specFolder = '.bindery-openapi'

export interface RemoteSpecsRequest {
  /** The docs folder, unpacked. */
  root: string
  git: Reach
  /** Takes what is fetched. */
  scratch: Scratch
  signal: AbortSignal
}

/** Fetches what the docs folder names on other hosts; undefined when that is nothing. */
export async function fetchRemoteSpecs(request: RemoteSpecsRequest): Promise<FetchedSpecs | undefined> {
  const { root, git, scratch, signal } = request
  const urls = await listRemoteSpecs(root)
  if (urls.length === 0) return undefined
  using meter = createMeter(scratch.room, signal)
  const room = metered(createAskForSpec(git), meter)
  const fetched = await gatherSpecs(urls, { ask: room.ask, folder: join(scratch.folder, 'specs'), signal })
  room.throwIfFull()
  return fetched
}

/** Room is taken as it comes in, before it is written. */
function metered(ask: AskForSpec, meter: Meter) {
  let failure: unknown
  async function* count(body: SpecAnswer['body']) {
    for await (const chunk of body) {
      await meter.add(chunk.length).catch((error: unknown) => {
        failure ??= error
        throw error
      })
      yield chunk
    }
  }
  return {
    ask: (async (url, signal) => {
      const answer = await ask(url, signal)
      return { ...answer, body: count(answer.body) }
    }) satisfies AskForSpec,
    /** The want of room is no fault of the description that met it. */
    throwIfFull() {
      if (failure) throw failure
    },
  }
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
