import { hash } from 'node:crypto'

/** The operator's keys: new credentials are sealed with `current`, older ones are still opened with `previous`. */
export interface CredentialKeys {
  current: Buffer
  previous: Buffer[]
}

export const KEY_ID_LENGTH = 4

/** Names a key without giving it away, so that a sealed credential says which one opens it. */
export function keyIdOf(key: Buffer): Buffer {
  return hash('sha256', key, 'buffer').subarray(0, KEY_ID_LENGTH)
}
