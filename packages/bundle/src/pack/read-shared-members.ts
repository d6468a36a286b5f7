import { deflatedOf } from '../archive/gzip-frame.ts'
import { openBundle } from '../archive/open-bundle.ts'
import type { Chunks } from '../format/format.ts'
import { listManifestFiles } from '../manifest/list-manifest-files.ts'
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
