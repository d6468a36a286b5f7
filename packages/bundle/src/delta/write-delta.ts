import { hash } from 'node:crypto'
import { encodeEnd, encodeMember } from '../archive/encode-member.ts'
import { type OpenBundle, openBundle, readManifest } from '../archive/open-bundle.ts'
import { unpackFile } from '../archive/unpack-file.ts'
import { compareFiles } from '../format/canonical-order.ts'
import { type Digest, digestChunks } from '../format/digest-chunks.ts'
import { type Chunks, deltaPath, type ManifestFile } from '../format/format.ts'
import { type Written, written } from '../format/written.ts'
import { listManifestFiles, readSite } from '../manifest/list-manifest-files.ts'
import { type DeltaHead, encodeDeltaHead } from './delta-head.ts'
import type { Difference } from './diff-files.ts'
import { diffManifests } from './diff-manifests.ts'

/** Two bundles of ours, as streams of their bytes: what stands in them was checked when they were written. */
export interface DeltaInput {
  /** Read as far as its manifest. */
  from: Chunks<Uint8Array>
  /** Read as far as the last file that differs; with `members`, as far as its manifest. */
  to: Chunks<Uint8Array>
  /** Where a few members of the newer bundle can be read by themselves. */
  members?: MemberReader | undefined
}

export interface MemberReader {
  /** With more of them one read of the bundle is faster. */
  most: number
  /** A file as the bundle has it packed. */
  read(file: ManifestFile): Promise<Uint8Array>
}

export interface DeltaSummary extends Digest {
  added: number
  changed: number
  removed: number
}

/** An archive of only what differs: `delta.json`, the new signature, the new and changed files. */
export function writeDelta(input: DeltaInput): Written<DeltaSummary> {
  return written(deltaChunks(input))
}

async function* deltaChunks({ from, to, members }: DeltaInput): AsyncGenerator<Uint8Array, DeltaSummary> {
  const before = await readManifest(from)
  await using bundle = await openBundle(to)
  const difference = await diffManifests(before, bundle.manifest)
  const ends = {
    from: hash('sha256', before),
    to: hash('sha256', bundle.manifest),
    site: readSite(bundle.manifest),
    signature: bundle.signature,
  }
  const { added, changed } = difference
  const isFew = members !== undefined && added.length + changed.length <= members.most
  const sent = isFew ? fewMembers(members, difference) : changedMembers(bundle, difference)
  return yield* encodeDelta(ends, difference, sent)
}

/** What a delta leads from and to. */
interface DeltaEnds extends Pick<DeltaHead, 'from' | 'to' | 'site'> {
  /** Of the newer bundle, as it is packed, if it is signed. */
  signature: Uint8Array | undefined
}

async function* encodeDelta(
  { signature, ...ends }: DeltaEnds,
  { added, changed, removed, relined: files }: Difference,
  members: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, DeltaSummary> {
  async function* parts() {
    yield await encodeMember(deltaPath, encodeDeltaHead({ ...ends, removed, files }))
    if (signature) yield signature
    yield* members
    yield await encodeEnd()
  }
  const digest = yield* digestChunks(parts())
  return { ...digest, added: added.length, changed: changed.length, removed: removed.length }
}

/** Members are copied as they are packed; a part of an archive has no digest of its own, so each is unpacked to check. */
async function* changedMembers(bundle: OpenBundle, { added, changed }: Difference): AsyncGenerator<Uint8Array> {
  const sent = new Set([...added, ...changed].map(({ path }) => path))
  for await (const file of listManifestFiles(bundle.manifest)) {
    if (sent.size === 0) return
    const member = await bundle.nextMember()
    if (!sent.delete(file.path)) continue
    await unpackFile(file, member)
    yield member
  }
}

// Each takes some milliseconds of waiting.
const readsAtOnce = 8

async function* fewMembers(
  { read }: Pick<MemberReader, 'read'>,
  { added, changed }: Difference,
): AsyncGenerator<Uint8Array> {
  const files = [...added, ...changed].sort(compareFiles)
  const reading = files.slice(0, readsAtOnce).map(readAhead)
  for (const [at, file] of files.entries()) {
    const member = await reading.shift()
    const next = files[at + readsAtOnce]
    if (next) reading.push(readAhead(next))
    if (!member) break
    await unpackFile(file, member)
    yield member
  }

  function readAhead(file: ManifestFile): Promise<Uint8Array> {
    const work = read(file)
    // Whoever waits for it is told; until then it has only been early.
    work.catch(() => {})
    return work
  }
}
