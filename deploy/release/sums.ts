import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sumsFile = 'SHA256SUMS'

/** Writes the digest of every file, in the form that `sha256sum --check` reads. */
export function writeSums(out: string): void {
  writeFileSync(join(out, sumsFile), sumFiles(out))
}

/** Throws unless the digests are those of all files and of no others. */
export function checkSums(out: string): void {
  if (readFileSync(join(out, sumsFile), 'utf8') === sumFiles(out)) return
  throw new Error(`${join(out, sumsFile)} does not list the files of its folder. Make them again: npm run release`)
}

function sumFiles(out: string): string {
  const files = readdirSync(out).filter((file) => file !== sumsFile)
  return files
    .sort()
    .map((file) => `${hash('sha256', readFileSync(join(out, file)))}  ${file}\n`)
    .join('')
}

/** One signature over all sums. `openssl pkeyutl -verify -rawin` checks it with the public key beside it. */
export function signSums(pem: Buffer, out: string): void {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('The key is no Ed25519 key. Make one: openssl genpkey -algorithm ed25519')
  const sums = readFileSync(join(out, sumsFile))
  const signature = sign(null, sums, key)
  const publicKey = createPublicKey(key)
  if (!verify(null, sums, publicKey, signature)) throw new Error('The signature does not verify.')
  writeFileSync(join(out, 'SHA256SUMS.sig'), signature)
  writeFileSync(join(out, 'release-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
}
