/**
 * `node deploy/release/sign.ts FOLDER <KEY`: signs FOLDER/SHA256SUMS, the digests of the files that `npm run release` made.
 * It needs neither the files nor a package, so the job with the key has none of them; and the key is on no disk.
 */
import { readFileSync } from 'node:fs'
import { signSums } from './sums.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder with SHA256SUMS, and send the Ed25519 private key in PEM form by stdin.')
signSums(readFileSync(0), folder)
console.log(`${folder}/SHA256SUMS is signed.`)
