import { hash } from 'node:crypto'
import { OperatorError } from '../operator-error.ts'

/** The operator's keys: new credentials are sealed with `current`, older ones are still opened with `previous`. */
export interface CredentialKeys {
  current: Buffer
  previous: Buffer[]
}

/** Whoever wants to keep a secret needs them. */
export function expectKeys(keys: CredentialKeys | undefined): CredentialKeys {
  if (keys) return keys
  throw new OperatorError(
    'Credentials are kept encrypted, and there is no key for that. Set BINDERY_CREDENTIAL_KEY for every process; `openssl rand -base64 32` makes one.',
  )
}

export const keyIdLength = 4

/** Names a key without giving it away, so that a sealed credential says which one opens it. */
export function keyIdOf(key: Buffer): Buffer {
  return hash('sha256', key, 'buffer').subarray(0, keyIdLength)
}
