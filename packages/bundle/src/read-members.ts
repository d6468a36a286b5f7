import { promisify } from 'node:util'
import { crc32, type InflateRaw, inflateRaw, inflateRawSync } from 'node:zlib'
import { BundleError } from './bundle-error.ts'
import type { Chunks } from './format.ts'
import {
  damaged,
  decodeFrameHead,
  deflatedOf,
  encodeFrameTail,
  FRAME_HEAD_BYTES,
  FRAME_TAIL_BYTES,
} from './gzip-frame.ts'

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
      const head = await input.fill(FRAME_HEAD_BYTES)
      if (head.length === 0) return undefined
      const { length } = decodeFrameHead(head)
      // Data that cannot be deflated grows by 5 bytes in 65,535.
      if (length > maxMemberBytes * 1.001 + 64) throw tooLarge(maxMemberBytes)
      const packedSize = FRAME_HEAD_BYTES + length + FRAME_TAIL_BYTES
      const member = (await input.fill(packedSize)).subarray(0, packedSize)
      const bytes = await inflate(deflatedOf(member), maxMemberBytes)
      const tail = member.subarray(-FRAME_TAIL_BYTES)
      if (!tail.equals(encodeFrameTail(bytes.length, crc32(bytes)))) throw damaged()
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

async function inflate(deflated: Buffer, maxOutputLength: number): Promise<Buffer> {
  // With `info` the engine comes along, which knows where the deflated data ended; the types do not say so.
  const options = { info: true, maxOutputLength }
  const inflating =
    deflated.length < ASIDE_BYTES ? inflateNow(deflated, options) : promisify(inflateRaw)(deflated, options)
  const answer: unknown = await inflating.catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxOutputLength) : damaged(cause)
  })
  const { buffer, engine } = answer as { buffer: Buffer; engine: InflateRaw }
  if (engine.bytesWritten !== deflated.length) throw damaged()
  return buffer
}

async function inflateNow(...parameters: Parameters<typeof inflateRawSync>): Promise<unknown> {
  return inflateRawSync(...parameters)
}

function tooLarge(maxBytes: number): BundleError {
  return new BundleError('file_too_large', `A file of the archive has more than ${maxBytes} bytes.`)
}
