import { hash, type KeyObject } from 'node:crypto'
import { BundleError, quote } from '../format/bundle-error.ts'
import { type BundleFile, type Manifest, manifestPath, signaturePath } from '../format/format.ts'
import { decodeManifest } from './decode-manifest.ts'
import type { FileCursor } from './file-cursor.ts'
import { decodeSignature, verifySignature } from './sign-manifest.ts'

export interface Expectations {
  /** With keys an unsigned bundle is refused; several are accepted while a key is being replaced. */
  publicKeys?: readonly KeyObject[]
  /** Refuse any other version of the site. */
  version?: string
}

export interface CheckedManifest {
  manifest: Manifest
  manifestSha256: string
  /** The id of the key that the signature names, whether it was checked or not; `null` when there is no signature. */
  keyId: string | null
  /** The id of the key whose signature was checked; `null` when no keys were given. */
  signedBy: string | null
}

/** And what stands at the head of the folder. */
export interface CheckedEntries extends CheckedManifest {
  entries: BundleFile[]
}

/** `manifest.json` and, where there is one, `manifest.sig`: judged before any file that they speak of is looked at. */
export async function checkManifestEntries(cursor: FileCursor, expectations: Expectations): Promise<CheckedEntries> {
  const entry = await cursor.take(manifestPath)
  if (entry?.path !== manifestPath) {
    const found = entry ? quote(entry.path) : 'nothing'
    throw new BundleError('bad_manifest', `Where ${manifestPath} should stand there is ${found}: this is not a bundle.`)
  }
  const { bytes } = entry
  return checkManifest({ manifest: await decodeManifest(bytes), bytes }, cursor, expectations)
}

/** A manifest with its canonical bytes. */
export interface WrittenManifest {
  manifest: Manifest
  bytes: Uint8Array
}

/** The same for a manifest that is known already; the cursor stands where its signature would be. */
export async function checkManifest(
  { manifest, bytes }: WrittenManifest,
  cursor: FileCursor,
  { publicKeys, version }: Expectations,
): Promise<CheckedEntries> {
  const manifestSha256 = hash('sha256', bytes)
  // What cannot be read after the manifest may be either: the signature if one is required, else rather the first file.
  const signature = await takeSignature(cursor, publicKeys ? undefined : manifest.files[0]?.path)
  const keyId = signature ? decodeSignature(signature.bytes).keyId : null
  const signedBy = publicKeys ? checkSignature(signature, manifestSha256, publicKeys) : null
  if (version !== undefined && manifest.site.version !== version) {
    const message = `The bundle is version ${quote(manifest.site.version)} of the site, but ${quote(version)} was asked for.`
    throw new BundleError('wrong_version', message)
  }
  const entry = { path: manifestPath, bytes }
  return { manifest, manifestSha256, keyId, signedBy, entries: signature ? [entry, signature] : [entry] }
}

async function takeSignature(cursor: FileCursor, expected = signaturePath): Promise<BundleFile | undefined> {
  const next = await cursor.peek(expected)
  return next?.path === signaturePath ? cursor.take(signaturePath) : undefined
}

function checkSignature(signature: BundleFile | undefined, sha256: string, keys: readonly KeyObject[]): string {
  if (signature) return verifySignature(signature.bytes, sha256, keys)
  throw new BundleError('unsigned', 'The bundle is not signed, but a signature by an accepted key is required.')
}
