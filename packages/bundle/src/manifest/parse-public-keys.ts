import { createPublicKey, type KeyObject } from 'node:crypto'

const form = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** Ed25519 keys in PEM form, one after another: while a key is replaced, both are accepted. Undefined if there are none. */
export function parsePublicKeys(text: string): KeyObject[] | undefined {
  const keys = [...text.matchAll(form)].map(([pem]) => createPublicKey(pem))
  const areUsable = keys.length > 0 && keys.every((key) => key.asymmetricKeyType === 'ed25519')
  return areUsable ? keys : undefined
}
