import { createCipheriv, randomBytes } from 'node:crypto'
import { type CredentialKeys, keyIdOf } from './credential-keys.ts'
import type { StoredCredential } from './stored-credential.ts'

export const format = 1
export const nonceLength = 12
export const tagLength = 16
export const keyLength = 32

/**
 * Envelope encryption: a key of its own for each credential, itself wrapped by the operator's key, so that changing
 * the operator's key touches 76 bytes. Both seals are bound to the owner, a project or a person: moved to another row,
 * they do not open.
 * format (1) · key id (4) · wrapped data key (12 + 32 + 16) · sealed credential (12 + n + 16)
 */
export function sealCredential(credential: StoredCredential, ownerId: string, keys: CredentialKeys): Buffer {
  const dataKey = randomBytes(keyLength)
  return Buffer.concat([
    Buffer.of(format),
    keyIdOf(keys.current),
    seal(keys.current, dataKey, ownerId),
    seal(dataKey, Buffer.from(JSON.stringify(credential)), ownerId),
  ])
}

function seal(key: Buffer, plain: Buffer, ownerId: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(ownerId))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
