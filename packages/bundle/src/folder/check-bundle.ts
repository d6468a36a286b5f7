import { readArchive } from '../archive/read-archive.ts'
import { type Digest, measureChunks } from '../format/digest-chunks.ts'
import type { BundleFile, Chunks } from '../format/format.ts'
import type { ReaderLimits } from '../format/reader-limits.ts'
import {
  type CheckedManifest,
  checkDigest,
  checkManifestEntries,
  type Expectations,
} from '../manifest/check-manifest-entries.ts'
import { createFileCursor } from '../manifest/file-cursor.ts'
import { matchFiles } from '../manifest/match-files.ts'
import { readFolder } from './read-folder.ts'

export interface ReadOptions {
  limits?: Partial<ReaderLimits>
}

export interface VerifyOptions extends ReadOptions {
  /** Called with each file that was found to be what the manifest says. */
  onFile?: ((file: BundleFile) => void) | undefined
}

export type CheckedBundle = CheckedManifest & Digest

/**
 * Hands out the files of a bundle, `manifest.json` and `manifest.sig` among them, each only after it was found to be
 * what the manifest says. Throws at the first that is wrong and names it.
 */
export async function* checkBundle(
  archive: Chunks<Uint8Array>,
  expected: Expectations,
  { limits }: ReadOptions = {},
): AsyncGenerator<BundleFile, CheckedBundle> {
  const input = measureChunks(archive)
  const checked = yield* checkFiles(readArchive(input.bytes, limits), expected)
  const digest = input.result()
  checkDigest(digest.sha256, expected)
  return { ...checked, ...digest }
}

/** Reads a bundle to its end and says what it is; needs nothing but the bytes and, for a signature, the public keys. */
export function verifyBundle(
  archive: Chunks<Uint8Array>,
  expected: Expectations,
  options: VerifyOptions = {},
): Promise<CheckedBundle> {
  return readToEnd(checkBundle(archive, expected, options), options.onFile)
}

export interface FolderOptions extends Pick<VerifyOptions, 'onFile'> {
  /** Digest of the archive that was extracted there, where the caller recorded it. */
  archiveSha256?: string | undefined
}

/** The same for a bundle that was extracted: every file is there, none was changed and none was added. */
export async function verifyFolder(
  folder: string,
  expected: Expectations,
  { onFile, archiveSha256 }: FolderOptions = {},
): Promise<CheckedManifest> {
  checkDigest(archiveSha256, expected)
  return readToEnd(checkFiles(readFolder(folder), expected), onFile)
}

async function* checkFiles(
  files: AsyncGenerator<BundleFile, void>,
  expected: Expectations,
): AsyncGenerator<BundleFile, CheckedManifest> {
  const cursor = createFileCursor(files)
  try {
    const { entries, ...checked } = await checkManifestEntries(cursor, expected)
    yield* entries
    yield* matchFiles(cursor, checked.manifest.files)
    return checked
  } finally {
    await cursor.close()
  }
}

async function readToEnd<T>(files: AsyncGenerator<BundleFile, T>, onFile: VerifyOptions['onFile']): Promise<T> {
  for (;;) {
    const { done, value } = await files.next()
    if (done) return value
    onFile?.(value)
  }
}
