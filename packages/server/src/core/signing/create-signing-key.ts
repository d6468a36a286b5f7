import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { keyIdOf } from '@bindery/bundle'
import { OperatorError } from '../operator-error.ts'

/** Writes a new private key where no file is yet: a key that was written over cannot be had back. */
export async function createSigningKey(file: string): Promise<{ keyId: string; file: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeFile(file, pem, { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EEXIST' ? 'is there already' : `cannot be written (${cause.code})`
    throw new OperatorError(`${file} ${reason}. Name a new file in a folder of yours.`, { cause })
  })
  return { keyId: keyIdOf(publicKey), file }
}
