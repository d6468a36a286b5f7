import { createDecipheriv } from 'node:crypto'
import type { GitCredential } from '../../git/git-environment.ts'
import { type CredentialKeys, keyIdLength, keyIdOf } from './credential-keys.ts'
import { format, keyLength, nonceLength, tagLength } from './seal-credential.ts'
import type { StoredCredential } from './stored-credential.ts'

const wrappedLength = nonceLength + keyLength + tagLength

/** For the worker, and for codes of a sign-in. What goes wrong here is the operator's to fix and names no secret. */
export function openCredential<Credential extends StoredCredential = GitCredential>(
  sealed: Buffer,
  ownerId: string,
  keys: CredentialKeys,
): Credential {
  if (sealed[0] !== format) throw new Error(`The credential of ${ownerId} has an unknown format. Set it again.`)
  const keyId = sealed.subarray(1, 1 + keyIdLength)
  const wrapped = sealed.subarray(1 + keyIdLength, 1 + keyIdLength + wrappedLength)
  const key = [keys.current, ...keys.previous].find((candidate) => keyIdOf(candidate).equals(keyId))
  if (!key) {
    throw new Error(
      `The credential of ${ownerId} was sealed with a key that is not configured. ` +
        'Put that key into BINDERY_CREDENTIAL_PREVIOUS_KEYS, or set the credential again.',
    )
  }
  const dataKey = open(key, wrapped, ownerId)
  return JSON.parse(open(dataKey, sealed.subarray(1 + keyIdLength + wrappedLength), ownerId).toString('utf8'))
}

function open(key: Buffer, sealed: Buffer, ownerId: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
}
