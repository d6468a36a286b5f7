import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedSpecs } from '../../model/fetched-specs.ts'
import { mapConcurrently } from '../files/map-concurrently.ts'

export interface SpecAnswer {
  status: number
  /** Where a redirect leads. */
  location?: string | undefined
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** One request, which follows no redirect and ends with the signal. It judges the URL, and each hop comes here. */
export type AskForSpec = (url: string, signal: AbortSignal) => Promise<SpecAnswer>

/** Why a description could not be fetched, in words that its author may read: the end of a sentence. */
export class SpecNotFetched extends Error {}

export interface GatherInput {
  ask: AskForSpec
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
    const clock = AbortSignal.timeout(limits.timeMs)
    // Ends what is left of a request that is not read to its end.
    const done = new AbortController()
    const signals = [clock, done.signal, ...(signal ? [signal] : [])]
    try {
      return { bytes: await read(url, ask, AbortSignal.any(signals)) }
    } catch (error) {
      signal?.throwIfAborted()
      return { failure: clock.aborted ? `it took longer than ${limits.timeMs / 1000} s` : formatFailure(error) }
    } finally {
      done.abort()
    }
  }
}

async function read(url: string, ask: AskForSpec, signal: AbortSignal): Promise<Buffer> {
  let at = url
  for (let hops = 0; hops <= limits.redirects; hops++) {
    const { status, location, body } = await ask(at, signal)
    if (status === 200) return readBody(body)
    const target = [301, 302, 303, 307, 308].includes(status) && location !== undefined ? URL.parse(location, at) : null
    if (!target) throw new SpecNotFetched(`its host answered with status ${status}`)
    target.hash = ''
    at = target.href
  }
  throw new SpecNotFetched(`it is redirected more than ${limits.redirects} times`)
}

async function readBody(body: SpecAnswer['body']): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > limits.bytes) throw new SpecNotFetched(`it is larger than ${limits.bytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function store(bytes: Buffer, folder: string): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  await writeFile(join(folder, digest), bytes)
  return digest
}

/** What a connection says of itself stays here: it may tell of a network that the author must not see. */
function formatFailure(error: unknown): string {
  return error instanceof SpecNotFetched ? error.message : 'its host could not be reached'
}
