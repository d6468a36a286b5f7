import { buffer } from 'node:stream/consumers'
import { encodeDeltaHead } from './delta-head.ts'
import { type Difference, diffFiles } from './diff-files.ts'
import { type Digest, digestChunks } from './digest-chunks.ts'
import { measureManifest } from './encode-manifest.ts'
import { encodeEnd, encodeMember } from './encode-member.ts'
import { DELTA_PATH, type Pack } from './format.ts'
import { unpackFile } from './unpack-file.ts'
import { type BundleInput, encodeManifestMembers, filesOf } from './write-bundle.ts'
import { type Written, written } from './written.ts'

export interface DeltaInput {
  from: Omit<BundleInput, 'signingKey'>
  to: BundleInput
}

export interface DeltaSummary extends Digest {
  added: number
  changed: number
  removed: number
}

/** An archive of only what differs: `delta.json`, the new manifest and signature, the new and changed files. */
export function writeDelta(input: DeltaInput): Written<DeltaSummary> {
  return written(deltaChunks(input))
}

async function* deltaChunks({ from, to }: DeltaInput): AsyncGenerator<Uint8Array, DeltaSummary> {
  const before = await measureManifest(from.site, filesOf(from.packs))
  const after = await measureManifest(to.site, filesOf(to.packs))
  const difference = await diffFiles(filesOf(from.packs), filesOf(to.packs))
  const { added, changed, removed } = difference
  async function* parts() {
    yield await encodeMember(DELTA_PATH, encodeDeltaHead({ from: before.sha256, to: after.sha256, removed }))
    yield* encodeManifestMembers(to, after)
    yield* changedMembers(to.packs, difference)
    yield await encodeEnd()
  }
  const digest = yield* digestChunks(parts())
  return { ...digest, added: added.length, changed: changed.length, removed: removed.length }
}

/** Members are copied out of the packs; a part of a pack has no digest of its own, so each is unpacked once to check. */
async function* changedMembers(packs: readonly Pack[], { added, changed }: Difference): AsyncGenerator<Uint8Array> {
  const wanted = new Set([...added, ...changed].map(({ path }) => path))
  for (const pack of packs) {
    const { files } = await pack.index()
    for (const file of files) {
      if (!wanted.has(file.path)) continue
      const member = await buffer(pack.read(file.offset, file.packedSize))
      await unpackFile(file, member)
      yield member
    }
  }
}
