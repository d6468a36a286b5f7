import { crc32 } from 'node:zlib'
import { BundleError } from '../format/bundle-error.ts'

/**
 * What stands around the deflated data of a member. The head is fixed (no name, time 0, system 255) but for one extra
 * field, which every gzip reader skips: the length of the deflated data and its CRC-32. The length finds the end of a
 * member without unpacking it. The CRC sees changes that unpack to the same bytes, as 1 in 70 flipped bits of a small
 * page does, so that every bit of an archive counts.
 */
const fixedHeader = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 12, 0, 0x42, 0x4e, 8, 0])
export const frameHeadBytes = fixedHeader.length + 8
export const frameTailBytes = 8

export function encodeFrameHead(length: number, crc: number): Buffer {
  const head = Buffer.alloc(frameHeadBytes)
  fixedHeader.copy(head)
  head.writeUInt32LE(length, fixedHeader.length)
  head.writeUInt32LE(crc, fixedHeader.length + 4)
  return head
}

/** The CRC-32 and length of what the member unpacks to. */
export function encodeFrameTail(length: number, crc: number): Buffer {
  const tail = Buffer.alloc(frameTailBytes)
  tail.writeUInt32LE(crc, 0)
  tail.writeUInt32LE(length, 4)
  return tail
}

export function decodeFrameHead(bytes: Buffer): { length: number; crc: number } {
  const fixed = bytes.subarray(0, fixedHeader.length)
  if (fixed.equals(fixedHeader) && bytes.length >= frameHeadBytes) {
    return { length: bytes.readUInt32LE(fixedHeader.length), crc: bytes.readUInt32LE(fixedHeader.length + 4) }
  }
  if (fixed.equals(fixedHeader.subarray(0, fixed.length))) throw truncated()
  if (fixed[0] === fixedHeader[0] && fixed[1] === fixedHeader[1]) {
    throw new BundleError('not_canonical', 'A gzip member is not framed as Bindery does it: this is not a bundle.')
  }
  throw new BundleError('bad_gzip', 'No gzip member begins where one must: this is not a bundle, or it is damaged.')
}

/** The deflated data of one whole member, after its CRC has been compared. */
export function deflatedOf(member: Buffer): Buffer {
  const { length, crc } = decodeFrameHead(member)
  const size = frameHeadBytes + length + frameTailBytes
  if (member.length < size) throw truncated()
  const deflated = member.subarray(frameHeadBytes, frameHeadBytes + length)
  if (member.length > size || crc32(deflated) !== crc) throw damaged()
  return deflated
}

function truncated(): BundleError {
  return new BundleError('truncated', 'The archive ends in the middle of a file: it was cut off.')
}

export function damaged(cause?: unknown): BundleError {
  return new BundleError('bad_gzip', 'The compressed data is damaged.', { cause })
}
