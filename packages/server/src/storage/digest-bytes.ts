import { hash } from 'node:crypto'
import type { ObjectDigest } from './object-store.ts'

// Below it the way to another thread takes longer.
const fewBytes = 64 * 1024

/** The digest of bytes, of many of them beside this thread: 64 MB take it 170 ms where the processor has no help for it. */
export async function digestBytes(bytes: Uint8Array): Promise<ObjectDigest> {
  const sha256 = bytes.byteLength < fewBytes ? hash('sha256', bytes) : await digestBeside(bytes)
  return { bytes: bytes.byteLength, sha256 }
}

async function digestBeside(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}
