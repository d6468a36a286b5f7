import type { Chunks } from '../format/format.ts'
import { type FrameReader, readFrames } from './read-frames.ts'
import { unpackMember } from './unpack-member.ts'

export interface MemberReader extends Omit<FrameReader, 'next'> {
  /** The next member, unpacked; `undefined` at the end of the input. */
  next(): Promise<{ bytes: Buffer; packedSize: number } | undefined>
}

/**
 * Takes a gzip file apart member by member. Node's own Gunzip runs members together, forgives zeros after the last one
 * and loses what it had unpacked before an error, so it can neither be strict nor name the file that is wrong.
 */
export function readMembers(source: Chunks<Uint8Array>, maxMemberBytes: number): MemberReader {
  const frames = readFrames(source, maxMemberBytes)
  return {
    ...frames,
    async next() {
      const member = await frames.next()
      return member && { bytes: await unpackMember(member, maxMemberBytes), packedSize: member.length }
    },
  }
}
