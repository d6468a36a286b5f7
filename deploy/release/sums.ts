import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of every file, in the form that `sha256sum --check` reads. */
export function writeSums(out: string): void {
  const lines = readdirSync(out)
    .sort()
    .map((file) => `${hash('sha256', readFileSync(join(out, file)))}  ${file}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}

/** One signature over all sums. `openssl pkeyutl -verify -rawin` checks it with the public key beside it. */
export function signSums(keyFile: string, out: string): void {
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${keyFile} is no Ed25519 key. Make one: openssl genpkey -algorithm ed25519`)
  const sums = readFileSync(join(out, 'SHA256SUMS'))
  const signature = sign(null, sums, key)
  const publicKey = createPublicKey(key)
  if (!verify(null, sums, publicKey, signature)) throw new Error('The signature does not verify.')
  writeFileSync(join(out, 'SHA256SUMS.sig'), signature)
  writeFileSync(join(out, 'release-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
}
