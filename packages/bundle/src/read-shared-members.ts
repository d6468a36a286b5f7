import type { Chunks } from './format.ts'
import { deflatedOf } from './gzip-frame.ts'
import { listManifestFiles } from './list-manifest-files.ts'
import { openBundle } from './open-bundle.ts'
import type { PackedMember } from './write-pack.ts'

/** The files that the pages of a bundle of ours share, packed as they are. They stand first: no more of it is read. */
export async function* readSharedMembers(archive: Chunks<Uint8Array>): AsyncGenerator<PackedMember> {
  await using bundle = await openBundle(archive)
  for await (const file of listManifestFiles(bundle.manifest)) {
    if (file.page !== undefined) return
    const member = await bundle.nextMember()
    // A part of an archive has no digest of its own, but each member a checksum of its packed form.
    deflatedOf(member)
    yield { file, member }
  }
}
