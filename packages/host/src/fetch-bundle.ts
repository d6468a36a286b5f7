import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { HostError } from './host-error.ts'
import { reasonOf } from './reason-of.ts'
import { sayAddress } from './say-address.ts'

export interface FetchOptions {
  /** The file that the archive is written to. */
  into: string
  /** What the server said of the archive that we have: if it still says so, nothing is fetched. */
  etag: string | undefined
  allowHttp: boolean
  maxBytes: number
  signal: AbortSignal
  /** What to do when the link is refused; by default, to ask for a new one. */
  advice?: string | undefined
}

const mostRedirects = 5
// No answer, or nothing more of it, for so long, and the other side is taken for gone.
const silenceMs = 60_000

/**
 * Fetches an archive. The address is trusted with the reach of this machine, private networks included, because it comes
 * from the operator's own configuration, where an internal mirror is what he means, or from the service that he follows
 * (`link-export.ts`). What comes from there is not trusted. Returns the server's name for the content, or `unchanged`.
 */
export async function fetchBundle(
  url: string,
  options: FetchOptions,
): Promise<{ etag: string | undefined } | 'unchanged'> {
  const silence = createSilence(options.signal)
  try {
    const response = await follow(url, options, silence.signal)
    if (response.status === 304) return 'unchanged'
    if (!response.ok || !response.body) throw refusedBy(url, response.status, options.advice)
    await pipeline(measure(response.body, options.maxBytes, silence.heard), createWriteStream(options.into))
    return { etag: response.headers.get('etag') ?? undefined }
  } catch (cause) {
    if (cause instanceof HostError || options.signal.aborted) throw cause
    throw unreachable(url, reasonOf(cause), cause)
  } finally {
    silence[Symbol.dispose]()
  }
}

async function follow(url: string, { etag, allowHttp }: FetchOptions, signal: AbortSignal): Promise<Response> {
  // An archive that was packed once more for the way would be unpacked by `fetch`, and would have another digest.
  const headers = { 'accept-encoding': 'identity', ...(etag === undefined ? {} : { 'if-none-match': etag }) }
  let address = url
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const response = await fetch(address, { headers, redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    address = nextAddress(location, address, allowHttp)
  }
  throw unreachable(url, `it leads on more than ${mostRedirects} times`)
}

/** What began encrypted does not go on in the clear, and never to a file of this machine. */
function nextAddress(location: string, from: string, allowHttp: boolean): string {
  const next = URL.parse(location, from)
  if (next?.protocol === 'https:' || (allowHttp && next?.protocol === 'http:')) return next.href
  throw unreachable(from, `it leads to ${sayAddress(next?.href ?? location)}, which is not https`)
}

async function* measure(body: AsyncIterable<Uint8Array>, maxBytes: number, heard: () => void) {
  let size = 0
  for await (const chunk of body) {
    heard()
    size += chunk.length
    if (size > maxBytes) {
      throw new HostError('bundle_too_large', `The archive has more than ${maxBytes} bytes: raise limits.maxBytes.`)
    }
    yield chunk
  }
}

function createSilence(outer: AbortSignal) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error(`nothing was heard for ${silenceMs / 1000} s`)), silenceMs)
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    heard: () => void timer.refresh(),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

const askAnew = 'A presigned link expires: ask for a new one and set staticExport.bundleUrl.'

function refusedBy(url: string, status: number, whenExpired = askAnew): HostError {
  const expired = status === 401 || status === 403 || status === 404 || status === 410
  const advice = expired ? whenExpired : 'It is tried again.'
  return new HostError('bundle_unreachable', `${sayAddress(url)} answered ${status}. ${advice}`)
}

function unreachable(url: string, reason: string, cause?: unknown): HostError {
  return new HostError('bundle_unreachable', `${sayAddress(url)} cannot be fetched: ${reason}.`, { cause })
}
