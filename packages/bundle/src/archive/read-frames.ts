import { BundleError } from '../format/bundle-error.ts'
import type { Chunks } from '../format/format.ts'
import { decodeFrameHead, frameHeadBytes, frameTailBytes } from './gzip-frame.ts'

export interface FrameReader {
  /** The next member as it stands, still packed; `undefined` at the end of the input. */
  next(): Promise<Buffer | undefined>
  atEnd(): Promise<boolean>
  /** Lets go of the input; needed when it was not read to its end. */
  close(): Promise<void>
}

/** Cuts a gzip file into its members by the lengths in their heads: what nobody asks for is never unpacked. */
export function readFrames(source: Chunks<Uint8Array>, maxMemberBytes: number): FrameReader {
  const input = createWindow(source)
  return {
    atEnd: async () => (await input.fill(1)).length === 0,
    close: () => input.close(),
    async next() {
      const head = await input.fill(frameHeadBytes)
      if (head.length === 0) return undefined
      const { length } = decodeFrameHead(head)
      // Data that cannot be deflated grows by 5 bytes in 65,535.
      if (length > maxMemberBytes * 1.001 + 64) throw tooLarge(maxMemberBytes)
      const size = frameHeadBytes + length + frameTailBytes
      const member = (await input.fill(size)).subarray(0, size)
      input.drop(size)
      return member
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

export function tooLarge(maxBytes: number): BundleError {
  return new BundleError('file_too_large', `A file of the archive has more than ${maxBytes} bytes.`)
}
