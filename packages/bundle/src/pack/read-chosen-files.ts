import { openBundle } from '../archive/open-bundle.ts'
import { unpackFile } from '../archive/unpack-file.ts'
import type { BundleFile, Chunks, ManifestFile } from '../format/format.ts'
import { listManifestFiles } from '../manifest/list-manifest-files.ts'

/** Every file of a bundle, by its manifest alone. */
export async function listBundleFiles(archive: Chunks<Uint8Array>): Promise<ManifestFile[]> {
  await using bundle = await openBundle(archive)
  return await Array.fromAsync(listManifestFiles(bundle.manifest))
}

/** Some files of a bundle, in its order. The others pass by packed: unpacking is nine tenths of reading one. */
export async function* readChosenFiles(
  archive: Chunks<Uint8Array>,
  isChosen: (file: ManifestFile) => boolean,
): AsyncGenerator<BundleFile> {
  await using bundle = await openBundle(archive)
  for await (const file of listManifestFiles(bundle.manifest)) {
    const member = await bundle.nextMember()
    if (isChosen(file)) yield { path: file.path, bytes: await unpackFile(file, member) }
  }
}
