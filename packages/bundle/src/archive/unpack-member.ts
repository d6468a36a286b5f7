import { promisify } from 'node:util'
import { crc32, type InflateRaw, inflateRaw, inflateRawSync } from 'node:zlib'
import { damaged, deflatedOf, encodeFrameTail, frameTailBytes } from './gzip-frame.ts'
import { tooLarge } from './read-frames.ts'

// As in encode-member: larger inflations leave the event loop free.
const asideBytes = 256 * 1024

/** What one whole member holds, after both of its checksums have been compared. */
export async function unpackMember(member: Buffer, maxBytes: number): Promise<Buffer> {
  const bytes = await inflate(deflatedOf(member), maxBytes)
  const tail = member.subarray(-frameTailBytes)
  if (!tail.equals(encodeFrameTail(bytes.length, crc32(bytes)))) throw damaged()
  return bytes
}

async function inflate(deflated: Buffer, maxOutputLength: number): Promise<Buffer> {
  // With `info` the engine comes along, which knows where the deflated data ended; the types do not say so.
  const options = { info: true, maxOutputLength }
  const inflating =
    deflated.length < asideBytes ? inflateNow(deflated, options) : promisify(inflateRaw)(deflated, options)
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
