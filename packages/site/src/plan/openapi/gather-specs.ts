import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedSpecs } from '../../model/fetched-specs.ts'
import { mapConcurrently } from '../files/map-concurrently.ts'
import {
  type AskRemote,
  askFollowing,
  formatNotFetched,
  NotFetched,
  type RemoteAnswer,
  withDeadline,
} from '../remote/ask-remote.ts'

export interface GatherInput {
  ask: AskRemote
  /** Takes the files; made when there are any. */
  folder: string
  signal?: AbortSignal
}

// Four at once hold 40 MB at most.
const limits = { specs: 50, bytes: 10 * 1024 ** 2, timeMs: 10_000, redirects: 5, atOnce: 4 }

/** Fetches what `listRemoteSpecs` has listed. One that fails is noted with its reason, and the others go on. */
export async function gatherSpecs(
  urls: readonly string[],
  { ask, folder, signal }: GatherInput,
): Promise<FetchedSpecs> {
  const fetched: FetchedSpecs = { folder, digests: {}, failures: {} }
  const allowed = urls.slice(0, limits.specs)
  if (allowed.length > 0) await mkdir(folder, { recursive: true })
  const gathered = mapConcurrently(allowed, limits.atOnce, async (url) => ({ url, ...(await gather(url)) }))
  for await (const { url, bytes, failure } of gathered) {
    if (bytes) fetched.digests[url] = await store(bytes, folder)
    else fetched.failures[url] = failure
  }
  return fetched

  async function gather(url: string) {
    try {
      const read = async (ending: AbortSignal) => {
        const { body } = await askFollowing(url, { ask, redirects: limits.redirects, signal: ending })
        return readBody(body)
      }
      return { bytes: await withDeadline(limits.timeMs, signal, read) }
    } catch (error) {
      signal?.throwIfAborted()
      return { failure: formatNotFetched(error) }
    }
  }
}

async function readBody(body: RemoteAnswer['body']): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > limits.bytes) throw new NotFetched(`it is larger than ${limits.bytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function store(bytes: Buffer, folder: string): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  await writeFile(join(folder, digest), bytes)
  return digest
}
