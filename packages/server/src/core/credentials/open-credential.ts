import { createDecipheriv } from 'node:crypto'
import type { GitCredential } from '../../git/git-environment.ts'
import { type CredentialKeys, KEY_ID_LENGTH, keyIdOf } from './credential-keys.ts'
import { FORMAT, KEY_LENGTH, NONCE_LENGTH, TAG_LENGTH } from './seal-credential.ts'
import type { StoredCredential } from './stored-credential.ts'

const WRAPPED_LENGTH = NONCE_LENGTH + KEY_LENGTH + TAG_LENGTH

/** For the worker, and for codes of a sign-in. What goes wrong here is the operator's to fix and names no secret. */
export function openCredential<Credential extends StoredCredential = GitCredential>(
  sealed: Buffer,
  ownerId: string,
  keys: CredentialKeys,
): Credential {
  if (sealed[0] !== FORMAT) throw new Error(`The credential of ${ownerId} has an unknown format. Set it again.`)
  const keyId = sealed.subarray(1, 1 + KEY_ID_LENGTH)
  const wrapped = sealed.subarray(1 + KEY_ID_LENGTH, 1 + KEY_ID_LENGTH + WRAPPED_LENGTH)
  const key = [keys.current, ...keys.previous].find((candidate) => keyIdOf(candidate).equals(keyId))
  if (!key) {
    throw new Error(
      `The credential of ${ownerId} was sealed with a key that is not configured. ` +
        'Put that key into BINDERY_CREDENTIAL_PREVIOUS_KEYS, or set the credential again.',
    )
  }
  const dataKey = open(key, wrapped, ownerId)
  return JSON.parse(open(dataKey, sealed.subarray(1 + KEY_ID_LENGTH + WRAPPED_LENGTH), ownerId).toString('utf8'))
}

function open(key: Buffer, sealed: Buffer, ownerId: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_LENGTH))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(sealed.subarray(-TAG_LENGTH))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()])
}
