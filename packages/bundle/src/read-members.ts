import { promisify } from 'node:util'
import { crc32, type InflateRaw, inflateRaw, inflateRawSync } from 'node:zlib'
import { BundleError } from './bundle-error.ts'
import type { Chunks } from './format.ts'
import { GZIP_HEADER, GZIP_TRAILER_BYTES } from './gzip-frame.ts'

const FIRST_ATTEMPT_BYTES = 64 * 1024
// As in encode-member: larger inflations leave the event loop free.
const ASIDE_BYTES = 256 * 1024

export interface MemberReader {
  /** The next member, unpacked; `undefined` at the end of the input. */
  next(): Promise<{ bytes: Buffer; packedSize: number } | undefined>
  atEnd(): Promise<boolean>
  /** Lets go of the input; needed when it was not read to its end. */
  close(): Promise<void>
}

/**
 * Takes a gzip file apart member by member. Node's own Gunzip runs members together, forgives zeros after the last one
 * and loses what it had unpacked before an error, so it can neither be strict nor name the file that is wrong.
 */
export function readMembers(source: Chunks<Uint8Array>, maxMemberBytes: number): MemberReader {
  const input = createWindow(source)
  return {
    atEnd: async () => (await input.fill(1)).length === 0,
    close: () => input.close(),
    async next() {
      const start = await input.fill(GZIP_HEADER.length + GZIP_TRAILER_BYTES)
      if (start.length === 0) return undefined
      checkGzipHeader(start)
      const { bytes, consumed } = await inflateFrom(input, maxMemberBytes)
      const packedSize = GZIP_HEADER.length + consumed + GZIP_TRAILER_BYTES
      const packed = await input.fill(packedSize)
      if (packed.length < packedSize) throw truncated()
      checkTrailer(packed.subarray(packedSize - GZIP_TRAILER_BYTES), bytes)
      input.drop(packedSize)
      return { bytes, packedSize }
    },
  }
}

/** A sliding view of the input; `fill` makes it at least so long, unless the input ends. */
function createWindow(source: Chunks<Uint8Array>) {
  const chunks = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let view: Buffer = Buffer.alloc(0)
  let ended = false
  return {
    async fill(length: number): Promise<Buffer> {
      if (view.length >= length || ended) return view
      const parts: Uint8Array[] = [view]
      for (let held = view.length; held < length; ) {
        const { value, done } = await chunks.next()
        ended = done === true
        if (ended) break
        parts.push(value)
        held += value.length
      }
      view = Buffer.concat(parts)
      return view
    },
    drop(length: number) {
      view = view.subarray(length)
    },
    async close(): Promise<void> {
      await chunks.return?.()
    },
  }
}

/** Most members fit the first attempt; a larger one is tried again with twice the input, at most twice the work. */
async function inflateFrom(input: ReturnType<typeof createWindow>, maxBytes: number) {
  for (let wanted = FIRST_ATTEMPT_BYTES; ; wanted *= 2) {
    const packed = (await input.fill(wanted)).subarray(GZIP_HEADER.length)
    try {
      return await inflate(packed, maxBytes)
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
      if (code !== 'Z_BUF_ERROR') throw new BundleError('bad_gzip', 'The compressed data is damaged.', { cause })
      if (packed.length + GZIP_HEADER.length < wanted) throw truncated()
      // Stored blocks add 5 bytes in 65,535; data that never ends must not be gathered without end.
      if (packed.length > maxBytes * 1.001 + 1024) throw tooLarge(maxBytes)
    }
  }
}

async function inflate(packed: Buffer, maxOutputLength: number): Promise<{ bytes: Buffer; consumed: number }> {
  // With `info` the engine comes along, which knows where the compressed data ended; the types do not say so.
  const options = { info: true, maxOutputLength }
  const answer: unknown =
    packed.length < ASIDE_BYTES ? inflateRawSync(packed, options) : await promisify(inflateRaw)(packed, options)
  const { buffer, engine } = answer as { buffer: Buffer; engine: InflateRaw }
  return { bytes: buffer, consumed: engine.bytesWritten }
}

function checkGzipHeader(start: Buffer): void {
  const header = start.subarray(0, GZIP_HEADER.length)
  if (header.equals(GZIP_HEADER)) return
  if (GZIP_HEADER.subarray(0, header.length).equals(header)) throw truncated()
  if (header[0] !== GZIP_HEADER[0] || header[1] !== GZIP_HEADER[1]) {
    throw new BundleError('bad_gzip', 'No gzip member begins where one must: this is not a bundle, or it is damaged.')
  }
  throw new BundleError('not_canonical', 'A gzip header has a name, a time or flags that a bundle never has.')
}

function checkTrailer(trailer: Buffer, bytes: Buffer): void {
  if (trailer.readUInt32LE(0) === crc32(bytes) && trailer.readUInt32LE(4) === bytes.length) return
  throw new BundleError('bad_gzip', 'The compressed data does not have the checksum that stands behind it.')
}

function truncated(): BundleError {
  return new BundleError('truncated', 'The archive ends in the middle of a file: it was cut off.')
}

function tooLarge(maxBytes: number): BundleError {
  return new BundleError('file_too_large', `A file of the archive has more than ${maxBytes} bytes.`)
}
