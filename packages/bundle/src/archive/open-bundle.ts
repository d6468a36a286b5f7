import { BundleError } from '../format/bundle-error.ts'
import { type Chunks, manifestPath, signaturePath } from '../format/format.ts'
import { defaultLimits, headerBytes } from '../format/reader-limits.ts'
import { parseMember } from './parse-member.ts'
import { readFrames } from './read-frames.ts'
import { unpackMember } from './unpack-member.ts'

const maxMemberBytes = defaultLimits.maxFileBytes + headerBytes

/** A bundle of our own: what stands at its head, and then the members of its files, still packed, in its order. */
export interface OpenBundle extends AsyncDisposable {
  manifest: Buffer
  /** `manifest.sig` as it is packed, if the bundle is signed. */
  signature: Buffer | undefined
  nextMember(): Promise<Buffer>
}

export async function openBundle(archive: Chunks<Uint8Array>): Promise<OpenBundle> {
  const frames = readFrames(archive, maxMemberBytes)
  const nextMember = async () => {
    const member = await frames.next()
    if (member) return member
    throw new BundleError('truncated', 'The stored bundle has no end: it was cut off after a file.')
  }
  try {
    const manifest = await unpack(await nextMember())
    if (manifest?.path !== manifestPath) {
      throw new BundleError('bad_manifest', `The stored bundle does not begin with ${manifestPath}.`)
    }
    let second: Buffer | undefined = await nextMember()
    const signature = (await unpack(second))?.path === signaturePath ? second : undefined
    if (signature) second = undefined
    return {
      manifest: manifest.bytes,
      signature,
      nextMember: async () => {
        const member = second ?? (await nextMember())
        second = undefined
        return member
      },
      [Symbol.asyncDispose]: frames.close,
    }
  } catch (error) {
    await frames.close()
    throw error
  }
}

async function unpack(member: Buffer) {
  return parseMember(await unpackMember(member, maxMemberBytes), defaultLimits.maxPathBytes)
}
