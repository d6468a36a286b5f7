import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { BundleError } from '../format/bundle-error.ts'
import { signatureFormat, signaturePath } from '../format/format.ts'

/** The bytes of `manifest.sig`. Ed25519 takes no random numbers: the same key and manifest give the same bytes. */
export function signManifest(manifestSha256: string, privateKey: KeyObject): Uint8Array {
  const signature = sign(null, statementOf(manifestSha256), privateKey).toString('base64')
  return encode(keyIdOf(createPublicKey(privateKey)), signature)
}

/** The id of the accepted key that signed; a rotation is the time in which two keys are accepted. */
export function verifySignature(file: Uint8Array, manifestSha256: string, accepted: readonly KeyObject[]): string {
  const { keyId, signature } = decodeSignature(file)
  const key = accepted.find((candidate) => keyIdOf(candidate) === keyId)
  if (!key) {
    const known = accepted.map(keyIdOf).join(', ') || 'none'
    throw fault(
      'unknown_key',
      `The bundle was signed with key ${keyId}, which is not accepted here (accepted: ${known}).`,
    )
  }
  if (!verify(null, statementOf(manifestSha256), key, Buffer.from(signature, 'base64'))) {
    throw fault('bad_signature', `The signature by key ${keyId} does not fit the manifest: the bundle was changed.`)
  }
  return keyId
}

/** Names a key by its content, so that no registry of names is needed. */
export function keyIdOf(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16)
}

/** What is signed: a digest, since Ed25519 wants its whole message in memory, and words that no other use signs. */
function statementOf(manifestSha256: string): Buffer {
  return Buffer.from(`${signatureFormat} manifest sha256:${manifestSha256}\n`)
}

function encode(keyId: string, signature: string): Buffer {
  return Buffer.from(`${JSON.stringify({ format: signatureFormat, keyId, signature })}\n`)
}

export function decodeSignature(file: Uint8Array): { keyId: string; signature: string } {
  const form = /^\{"format":"bindery-signature\/1","keyId":"([0-9a-f]{16})","signature":"([A-Za-z0-9+/]{86}==)"\}\n$/
  const [, keyId, signature] = form.exec(Buffer.from(file).toString('latin1')) ?? []
  if (!keyId || !signature)
    throw fault('bad_signature', `${signaturePath} is not a signature of format ${signatureFormat}.`)
  return { keyId, signature }
}

function fault(code: 'unknown_key' | 'bad_signature', message: string): BundleError {
  return new BundleError(code, message, { entry: signaturePath })
}
