import { hash, type KeyObject } from 'node:crypto'
import { BundleError, quote } from '../format/bundle-error.ts'
import { type BundleFile, type Manifest, manifestPath, signaturePath } from '../format/format.ts'
import { decodeManifest } from './decode-manifest.ts'
import type { FileCursor } from './file-cursor.ts'
import { decodeSignature, verifySignature } from './sign-manifest.ts'

/**
 * Requirements on a bundle, which every caller spells out. A service signs the bundles of all its organizations with one
 * key, so keys are never given without the domain.
 */
export type Expectations = (Signed | Unsigned) & Pinned

/** For bytes that are trusted for another reason, which the caller states. */
export const unchecked: Expectations = { publicKeys: 'unchecked' }

interface Signed {
  /** An unsigned bundle is refused; several keys are accepted while one replaces another. */
  publicKeys: readonly KeyObject[]
  domain: string
}

interface Unsigned {
  publicKeys: 'unchecked'
  domain?: string | undefined
}

interface Pinned {
  /** Refuse any other version of the site. */
  version?: string | undefined
  /** Refuse any other archive. */
  sha256?: string | undefined
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
export async function checkManifestEntries(cursor: FileCursor, expected: Expectations): Promise<CheckedEntries> {
  const entry = await cursor.take(manifestPath)
  if (entry?.path !== manifestPath) {
    const found = entry ? quote(entry.path) : 'nothing'
    throw new BundleError('bad_manifest', `Where ${manifestPath} should stand there is ${found}: this is not a bundle.`)
  }
  const { bytes } = entry
  return checkManifest({ manifest: await decodeManifest(bytes), bytes }, cursor, expected)
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
  { publicKeys, domain, version }: Expectations,
): Promise<CheckedEntries> {
  const manifestSha256 = hash('sha256', bytes)
  // What cannot be read after the manifest may be either: the signature if one is required, else rather the first file.
  const signature = await takeSignature(cursor, publicKeys === 'unchecked' ? manifest.files[0]?.path : undefined)
  const keyId = signature ? decodeSignature(signature.bytes).keyId : null
  const signedBy = publicKeys === 'unchecked' ? null : checkSignature(signature, manifestSha256, publicKeys)
  const { site } = manifest
  if (domain !== undefined && site.domain !== domain) {
    const message = `The bundle is for the domain ${quote(site.domain)}, but ${quote(domain)} was expected.`
    throw new BundleError('wrong_domain', message)
  }
  if (version !== undefined && site.version !== version) {
    const message = `The bundle is version ${quote(site.version)} of the site, but ${quote(version)} was asked for.`
    throw new BundleError('wrong_version', message)
  }
  const entry = { path: manifestPath, bytes }
  return { manifest, manifestSha256, keyId, signedBy, entries: signature ? [entry, signature] : [entry] }
}

/** Compares the digest of an archive that was read to its end; undefined where there was no archive. */
export function checkDigest(found: string | undefined, { sha256 }: Expectations): void {
  if (sha256 === undefined || sha256 === found) return
  const message = `The archive has the SHA-256 ${found ?? '(unknown: this is a folder)'}, but ${sha256} was asked for.`
  throw new BundleError('wrong_digest', message)
}

async function takeSignature(cursor: FileCursor, expected = signaturePath): Promise<BundleFile | undefined> {
  const next = await cursor.peek(expected)
  return next?.path === signaturePath ? cursor.take(signaturePath) : undefined
}

function checkSignature(signature: BundleFile | undefined, sha256: string, keys: readonly KeyObject[]): string {
  if (signature) return verifySignature(signature.bytes, sha256, keys)
  throw new BundleError('unsigned', 'The bundle is not signed, but a signature by an accepted key is required.')
}
