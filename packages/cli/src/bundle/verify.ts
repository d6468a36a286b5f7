import type { KeyObject } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { type CheckedManifest, verifyBundle, verifyFolder } from '@bindery/bundle'
import { UnreadableError } from '../errors.ts'
import { openArchive } from './open-archive.ts'
import { type KeyFlags, readPublicKeys } from './read-public-keys.ts'

/** `bindery verify BUNDLE`: needs no network and no service. */
export async function verify(bundle: string, { publicKey = [] }: KeyFlags): Promise<void> {
  process.stdout.write(`${await verifyPath(bundle, await readPublicKeys(publicKey))}\n`)
}

/** What there is to say of a bundle that is whole; any other is thrown out with the name of what is wrong. */
export async function verifyPath(path: string, publicKeys: readonly KeyObject[]): Promise<string> {
  const options = publicKeys.length > 0 ? { publicKeys } : {}
  const place = await stat(path).catch((cause) => {
    throw new UnreadableError(`${path} cannot be read. Name a bundle or a folder that it was extracted to.`, { cause })
  })
  if (place.isDirectory()) {
    const checked = await verifyFolder(path, options)
    return `${path} is whole: ${describe(checked)}, manifest SHA-256 ${checked.manifestSha256}. ${formatSignature(checked)}`
  }
  const checked = await verifyBundle(openArchive(path), options)
  return `${path} is whole: ${describe(checked)}, SHA-256 ${checked.sha256}. ${formatSignature(checked)}`
}

export function describe({ manifest: { site, files } }: CheckedManifest): string {
  const bytes = files.reduce((total, { size }) => total + size, 0)
  const counts = `${files.length.toLocaleString('en')} files, ${bytes.toLocaleString('en')} bytes`
  return `${counts}, ${site.domain} version ${site.version}, commit ${site.commit}`
}

export function formatSignature({ keyId, signedBy }: CheckedManifest): string {
  if (signedBy !== null) return `Signed with the accepted key ${signedBy}.`
  if (keyId === null) return 'It is not signed.'
  return `Its signature by key ${keyId} was not checked: give the key with --public-key.`
}
