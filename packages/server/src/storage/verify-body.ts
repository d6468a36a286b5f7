import { createHash } from 'node:crypto'
import type { ObjectDigest } from './object-store.ts'
import { StorageError } from './storage-error.ts'

/** As far as it is known. */
export interface ExpectedDigest {
  bytes: number | undefined
  sha256: string | undefined
}

/** Passes a body through and throws at its end when it is not what was stored: a cut body never passes for a whole one. */
export async function* verifyBody(
  key: string,
  body: AsyncIterable<Uint8Array>,
  expected: ExpectedDigest,
): AsyncGenerator<Uint8Array> {
  const measured = measure()
  for await (const chunk of body) {
    measured.add(chunk)
    yield chunk
  }
  checkDigest(key, measured.digest(), expected)
}

/** Throws where what was read is not what was stored. */
export function checkDigest(key: string, { bytes, sha256 }: ExpectedDigest, expected: ExpectedDigest): void {
  if (expected.bytes !== undefined && bytes !== expected.bytes) {
    throw new StorageError('corrupt', `The object ${key} ended after ${bytes} of ${expected.bytes} bytes.`)
  }
  if (expected.sha256 !== undefined && sha256 !== expected.sha256) {
    throw new StorageError('corrupt', `The object ${key} has SHA-256 ${sha256}, but ${expected.sha256} was stored.`)
  }
}

export function measure(): { add(chunk: Uint8Array): void; digest(): ObjectDigest } {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add(chunk) {
      hash.update(chunk)
      bytes += chunk.byteLength
    },
    digest: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
