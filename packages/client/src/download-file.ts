import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallOptions } from './call-operation.ts'
import { followRedirects } from './http/follow-redirects.ts'
import { RequestFailed } from './http/request-failed.ts'
import type { HttpResponse, Timeouts } from './http/send-request.ts'

export interface RemoteFile {
  url: string
  sha256: string
  sizeBytes: number
}

export interface DownloadOptions extends CallOptions {
  /** A fresh link, once the one at hand has expired. */
  renew?: (() => Promise<RemoteFile>) | undefined
  onProgress?: ((bytes: number, total: number) => void) | undefined
  /** How often it may be cut off without a byte in between. */
  maxAttempts?: number | undefined
  timeouts?: Partial<Timeouts> | undefined
}

/** The file cannot be had, or is not what was promised. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError'
}

/**
 * Downloads beside its place and gives the file its name when length and digest are right. What a connection that was cut
 * off had brought is kept for the next attempt.
 */
export async function downloadFile(remote: RemoteFile, file: string, options: DownloadOptions = {}): Promise<void> {
  const part = `${file}.part`
  const output = await open(part, 'w')
  try {
    const digest = await writeAll(remote, output, options)
    if (digest !== remote.sha256) {
      throw new DownloadError(`The file came with SHA-256 ${digest}, not ${remote.sha256}.`)
    }
    await output.close()
    await rename(part, file)
  } finally {
    await output.close().catch(() => {})
    await rm(part, { force: true })
  }
}

interface State {
  hash: Hash
  bytes: number
}

async function writeAll(first: RemoteFile, output: FileHandle, options: DownloadOptions): Promise<string> {
  const { renew, signal, maxAttempts = 8 } = options
  let remote = first
  let state: State = { hash: createHash('sha256'), bytes: 0 }
  let failures = 0
  // A server without ranges sends the file from its start, so an attempt is progress only if it brings more than all others.
  let mostBytes = 0
  while (state.bytes < first.sizeBytes) {
    const before = state.bytes
    try {
      const response = await request(remote, state.bytes, options)
      if (response.status === 200) state = { hash: createHash('sha256'), bytes: 0 }
      await append(response, output, state, first.sizeBytes, options)
      // It came whole and is too short: this is another file, whatever is asked for next.
      if (hasFraming(response)) break
      if (state.bytes === before) throw new RequestFailed('cut_off', 'the response was empty')
    } catch (error) {
      failures = state.bytes > mostBytes ? 1 : failures + 1
      mostBytes = Math.max(mostBytes, state.bytes)
      if (!(error instanceof RequestFailed) || failures >= maxAttempts) throw explain(error)
      if (error.code === 'refused') {
        if (!renew) throw explain(error)
        remote = await renew()
        if (remote.sha256 !== first.sha256) throw new DownloadError('The fresh link leads to another file.')
      }
      await delay(Math.min(2 ** (failures - 1), 30) * 250, undefined, signal ? { signal } : {})
    }
  }
  return state.hash.digest('hex')
}

async function request(
  { url }: RemoteFile,
  from: number,
  { signal, timeouts = {} }: DownloadOptions,
): Promise<HttpResponse> {
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
  const response = await followRedirects(url, {
    headers,
    allowHttp: url.startsWith('http:'),
    timeouts,
    ...(signal && { signal }),
  })
  if (response.status === 206 && startOf(response) === from) return response
  if (response.status === 200) return response
  response.discard()
  // 403 is how a storage refuses a link that has expired.
  if ([401, 403].includes(response.status))
    throw new RequestFailed('refused', `the link responded with ${response.status}`)
  if (response.status === 429 || response.status >= 500) {
    throw new RequestFailed('unavailable', `the link responded with ${response.status}`)
  }
  throw new DownloadError(`The link responded with ${response.status}.`)
}

/** Whether a cut connection could be told from the end of the body. */
function hasFraming({ headers }: HttpResponse): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function startOf({ headers }: HttpResponse): number {
  return Number.parseInt(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? '', 10)
}

async function append(
  { body }: HttpResponse,
  output: FileHandle,
  state: State,
  total: number,
  { onProgress }: DownloadOptions,
): Promise<void> {
  for await (const chunk of body) {
    if (state.bytes + chunk.length > total)
      throw new DownloadError(`The file is longer than the ${total} bytes promised.`)
    await output.write(chunk, 0, chunk.length, state.bytes)
    state.hash.update(chunk)
    state.bytes += chunk.length
    onProgress?.(state.bytes, total)
  }
}

function explain(error: unknown): unknown {
  if (!(error instanceof RequestFailed)) return error
  return new DownloadError(`The file cannot be downloaded: ${error.message}.`, { cause: error })
}
