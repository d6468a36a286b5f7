import { readArchive } from '../archive/read-archive.ts'
import { BundleError } from '../format/bundle-error.ts'
import { type Digest, measureChunks } from '../format/digest-chunks.ts'
import type { BundleFile, Chunks } from '../format/format.ts'
import type { ReaderLimits } from '../format/reader-limits.ts'
import { type CheckedManifest, checkManifestEntries, type Expectations } from '../manifest/check-manifest-entries.ts'
import { createFileCursor } from '../manifest/file-cursor.ts'
import { matchFiles } from '../manifest/match-files.ts'
import { readFolder } from './read-folder.ts'

export interface CheckOptions extends Expectations {
  limits?: Partial<ReaderLimits>
  /** Refuse any other archive. */
  sha256?: string
}

/** Called with each file that was found to be what the manifest says. */
export type OnFile = (file: BundleFile) => void

export type CheckedBundle = CheckedManifest & Digest

/**
 * Hands out the files of a bundle, `manifest.json` and `manifest.sig` among them, each only after it was found to be
 * what the manifest says. Throws at the first that is wrong and names it.
 */
export async function* checkBundle(
  archive: Chunks<Uint8Array>,
  options: CheckOptions = {},
): AsyncGenerator<BundleFile, CheckedBundle> {
  const input = measureChunks(archive)
  const checked = yield* checkFiles(readArchive(input.bytes, options.limits), options)
  return { ...checked, ...checkDigest(input.result(), options.sha256) }
}

/** Reads a bundle to its end and says what it is; needs nothing but the bytes and, for a signature, the public keys. */
export function verifyBundle(
  archive: Chunks<Uint8Array>,
  options: CheckOptions = {},
  onFile?: OnFile,
): Promise<CheckedBundle> {
  return readToEnd(checkBundle(archive, options), onFile)
}

/** The same for a bundle that was extracted: every file is there, none was changed and none was added. */
export function verifyFolder(folder: string, options: Expectations = {}, onFile?: OnFile): Promise<CheckedManifest> {
  return readToEnd(checkFiles(readFolder(folder), options), onFile)
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

async function readToEnd<T>(files: AsyncGenerator<BundleFile, T>, onFile?: OnFile): Promise<T> {
  for (;;) {
    const { done, value } = await files.next()
    if (done) return value
    onFile?.(value)
  }
}

export function checkDigest(found: Digest, stated: string | undefined): Digest {
  if (stated === undefined || stated === found.sha256) return found
  throw new BundleError('wrong_digest', `The archive has the SHA-256 ${found.sha256}, but ${stated} was asked for.`)
}
