import { createHash, type Hash, type KeyObject } from 'node:crypto'
import { encodeEnd, encodeMember, encodeMemberStream } from '../archive/encode-member.ts'
import { BundleError } from '../format/bundle-error.ts'
import { measureChunks } from '../format/digest-chunks.ts'
import {
  type ManifestFile,
  manifestPath,
  type Pack,
  type PackIndex,
  type SiteFacts,
  signaturePath,
} from '../format/format.ts'
import { createPathLedger } from '../format/path-ledger.ts'
import { type Written, written } from '../format/written.ts'
import { encodeLines, joinManifest } from '../manifest/encode-manifest.ts'
import { signManifest } from '../manifest/sign-manifest.ts'
import { checkFollows } from './write-pack.ts'

export interface BundleInput {
  site: SiteFacts
  /** In canonical order: the shared files' pack first, then those of the pages. */
  packs: readonly Pack[]
  signingKey?: KeyObject | undefined
}

export interface BundleSummary {
  manifestSha256: string
  /** Digest of the manifest's `files`: equal for two bundles that serve the same, whatever their commit and version. */
  contentSha256: string
  fileCount: number
  /** How many bytes stand before the first pack. */
  packsOffset: number
  /** As it is packed, if there is a key. */
  signature: Uint8Array | undefined
}

/** One `.tar.gz`: the manifest, its signature if there is a key, the packs' bytes as they are, the end of the archive. */
export function writeBundle(input: BundleInput): Written<BundleSummary> {
  return written(bundleChunks(input))
}

/** What a head is made of: no byte of a pack is read for it. */
export type HeadInput = Omit<BundleInput, 'packs'> & { packs: readonly Pick<Pack, 'index'>[] }

/** What stands before the packs: the manifest and its signature, from which a delta can be made without the archive. */
export function writeBundleHead(input: HeadInput): Written<BundleSummary> {
  return written(headChunks(input))
}

/** The archive behind a head that was written before. Its packs may come in any form. */
export async function* writeBundleBehind(
  head: Uint8Array,
  packs: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head
  yield* packs
  yield await encodeEnd()
}

async function* bundleChunks(input: BundleInput): AsyncGenerator<Uint8Array, BundleSummary> {
  const summary = yield* headChunks(input)
  for (const pack of input.packs) yield* checkedBytes(pack)
  yield await encodeEnd()
  return summary
}

async function* headChunks({ site, packs, signingKey }: HeadInput): AsyncGenerator<Uint8Array, BundleSummary> {
  let fileCount = 0
  const content = createHash('sha256')
  const lines = checkedLines(packs, (files) => {
    fileCount += files
  })
  // Its size stands before it. To hold it, 40 MB at 100,000 pages, takes half the time of making it twice.
  const manifest = measureChunks(joinManifest(site, hashLines(lines, content)))
  const chunks = await Array.fromAsync(manifest.bytes)
  const { size, sha256 } = manifest.result()
  const signature = signingKey && (await encodeMember(signaturePath, signManifest(sha256, signingKey)))
  let packsOffset = 0
  async function* members() {
    yield* encodeMemberStream(manifestPath, size, chunks)
    if (signature) yield signature
  }
  for await (const chunk of members()) {
    packsOffset += chunk.length
    yield chunk
  }
  return { manifestSha256: sha256, contentSha256: content.digest('hex'), fileCount, packsOffset, signature }
}

/** What a reader would refuse is refused here, before the first byte is written. */
async function* checkedLines(
  packs: HeadInput['packs'],
  onChecked: (files: number) => void,
): AsyncGenerator<Uint8Array> {
  const ledger = createPathLedger()
  let before: ManifestFile | undefined
  for (const pack of packs) {
    const index = await pack.index()
    for (const file of index.files) {
      checkFollows(before, file)
      ledger.claim(file.path)
      before = file
    }
    onChecked(index.files.length)
    yield linesOf(index)
  }
}

/** The digest does not depend on how the files are divided into packs. */
async function* hashLines(parts: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (part.length > 0) digest.update(part).update(',\n')
    yield part
  }
}

const knownLines = new WeakMap<PackIndex, Uint8Array>()

/** Made once for an index: whoever holds those of a large site has most lines when one page of it has changed. */
function linesOf(index: PackIndex): Uint8Array {
  const lines = knownLines.get(index) ?? encodeLines(index.files)
  knownLines.set(index, lines)
  return lines
}

/** A pack that was cut would go unseen into the archive, up to its end: then the bundle fails instead. */
async function* checkedBytes(pack: Pack): AsyncGenerator<Uint8Array> {
  const { size, files } = await pack.index()
  if (size === 0) return
  let length = 0
  for await (const chunk of pack.read(0, size)) {
    length += chunk.length
    yield chunk
  }
  if (length === size) return
  const first = files[0]?.path ?? 'no file'
  throw new BundleError('bad_pack', `The pack that begins with ${first} is not what its index says: write it again.`)
}
