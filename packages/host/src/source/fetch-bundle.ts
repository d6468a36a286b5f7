import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { measureChunks } from '@bindery/bundle'
import { followRedirects, formatAddress, reasonOf } from '@bindery/client/http'
import { HostError } from '../ops/host-error.ts'

export interface FetchOptions {
  /** The file that the archive is written to. */
  into: string
  /** What the server said of the archive that we have: if it still says so, nothing is fetched. */
  etag: string | undefined
  allowHttp: boolean
  maxBytes: number
  /** How long the server may be silent. */
  timeoutSeconds: number
  /** Of the archive, from whoever gave the link. */
  sha256?: string | undefined
  signal: AbortSignal
  /** What to do when the link is refused; by default, to ask for a new one. */
  advice?: string | undefined
}

export interface Fetched {
  /** The server's name for the content. */
  etag: string | undefined
  /** The server has not said how long the archive is: an end that comes too soon looks like any other. */
  mayBeCut: boolean
}

/**
 * Fetches an archive. The address is trusted with the reach of this machine, private networks included, because it comes
 * from the operator's own configuration, where an internal mirror is what he means, or from the service that he follows
 * (`link-export.ts`). What comes from there is not trusted.
 */
export async function fetchBundle(url: string, options: FetchOptions): Promise<Fetched | 'unchanged'> {
  const { into, etag, allowHttp, maxBytes, signal, advice } = options
  const timeoutMs = options.timeoutSeconds * 1000
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
  const timeouts = { connectMs: timeoutMs, headersMs: timeoutMs, idleMs: timeoutMs }
  try {
    const response = await followRedirects(url, { headers, allowHttp, timeouts, signal })
    if (response.status !== 200) {
      response.discard()
      if (response.status === 304) return 'unchanged'
      throw refusedBy(url, response.status, advice)
    }
    const measured = measureChunks(refuseBeyond(maxBytes, response.body))
    await pipeline(measured.bytes, createWriteStream(into))
    expectDigest(measured.result().sha256, options.sha256)
    const { etag: name, 'content-length': length, 'transfer-encoding': coding } = response.headers
    return { etag: name, mayBeCut: length === undefined && coding === undefined }
  } catch (cause) {
    if (cause instanceof HostError || signal.aborted) throw cause
    const message = `${formatAddress(url)} cannot be fetched: ${reasonOf(cause)}.`
    throw new HostError('bundle_unreachable', message, { cause })
  }
}

async function* refuseBeyond(maxBytes: number, body: AsyncIterable<Uint8Array>) {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) {
      throw new HostError('bundle_too_large', `The archive has more than ${maxBytes} bytes: raise limits.maxBytes.`)
    }
    yield chunk
  }
}

/** Before the archive is judged: what was changed on its way may be whole the next time, unlike a bad bundle. */
function expectDigest(found: string, expected: string | undefined): void {
  if (expected === undefined || found === expected) return
  throw new Error(`it came with the SHA-256 ${found}, but ${expected} was asked for`)
}

const askAnew = 'A presigned link expires: ask for a new one and set staticExport.bundleUrl.'

function refusedBy(url: string, status: number, whenExpired = askAnew): HostError {
  const expired = status === 401 || status === 403 || status === 404 || status === 410
  const advice = expired ? whenExpired : 'It is tried again.'
  return new HostError('bundle_unreachable', `${formatAddress(url)} answered ${status}. ${advice}`)
}
