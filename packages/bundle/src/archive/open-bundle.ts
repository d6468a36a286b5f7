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

/** The manifest at the head of a bundle; nothing behind it is read. */
export async function readManifest(archive: Chunks<Uint8Array>): Promise<Buffer> {
  const frames = readFrames(archive, maxMemberBytes)
  try {
    return await unpackManifest(await takeMember(frames))
  } finally {
    await frames.close()
  }
}

export async function openBundle(archive: Chunks<Uint8Array>): Promise<OpenBundle> {
  const frames = readFrames(archive, maxMemberBytes)
  const nextMember = () => takeMember(frames)
  try {
    const manifest = await unpackManifest(await nextMember())
    // Of a head alone that has no signature this is the end.
    let second = await frames.next()
    const signature = second && (await unpack(second))?.path === signaturePath ? second : undefined
    if (signature) second = undefined
    return {
      manifest,
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

async function takeMember(frames: ReturnType<typeof readFrames>): Promise<Buffer> {
  const member = await frames.next()
  if (member) return member
  throw new BundleError('truncated', 'The stored bundle has no end: it was cut off after a file.')
}

async function unpackManifest(member: Buffer): Promise<Buffer> {
  const manifest = await unpack(member)
  if (manifest?.path === manifestPath) return manifest.bytes
  throw new BundleError('bad_manifest', `The stored bundle does not begin with ${manifestPath}.`)
}

async function unpack(member: Buffer) {
  return parseMember(await unpackMember(member, maxMemberBytes), defaultLimits.maxPathBytes)
}
