import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sumsFile = 'SHA256SUMS'

/** Writes the digest of every file, in the form that `sha256sum --check` reads. */
export function writeSums(out: string): void {
  const files = readdirSync(out).sort()
  const lines = files.map((file) => `${hash('sha256', readFileSync(join(out, file)))}  ${file}\n`)
  writeFileSync(join(out, sumsFile), lines.join(''))
}

/** One signature over all sums, which must be digests and nothing else. `openssl pkeyutl -verify -rawin` checks it. */
export function signSums(pem: Buffer, out: string): void {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('The key is no Ed25519 key. Make one: openssl genpkey -algorithm ed25519')
  const sums = readFileSync(join(out, sumsFile))
  if (!/^(?:[0-9a-f]{64} {2}\w[\w.-]*\n)+$/.test(sums.toString('latin1')))
    throw new Error(`${join(out, sumsFile)} must have lines of a SHA-256 digest, two spaces and the name of a file.`)
  const signature = sign(null, sums, key)
  const publicKey = createPublicKey(key)
  if (!verify(null, sums, publicKey, signature)) throw new Error('The signature does not verify.')
  writeFileSync(join(out, 'SHA256SUMS.sig'), signature)
  writeFileSync(join(out, 'release-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
}
