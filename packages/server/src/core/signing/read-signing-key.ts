import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OperatorError } from '../operator-error.ts'

/** The key that signs bundles; a worker that was given one it cannot use does not start, rather than sign nothing. */
export function readSigningKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw unusable(file, cause)
  }
  throw unusable(file)
}

function unusable(file: string, cause?: unknown): OperatorError {
  const advice = '`bindery-server admin signing-key create --file` makes one'
  return new OperatorError(`${file} holds no readable Ed25519 private key in PEM form; ${advice}.`, { cause })
}
