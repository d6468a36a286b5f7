/**
 * `node deploy/release/sign.ts FOLDER <KEY`: signs the digests of the files that `npm run release` made, once they are
 * found to be those of the files. It needs no package, so the job with the key runs none; and the key is on no disk.
 */
import { readFileSync } from 'node:fs'
import { checkSums, signSums } from './sums.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder with the files, and send the Ed25519 private key in PEM form by stdin.')
checkSums(folder)
signSums(readFileSync(0), folder)
console.log(`${folder}/SHA256SUMS is signed.`)
