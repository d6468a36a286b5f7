import { createHash } from 'node:crypto'
import type { Chunks } from './format.ts'
import { type Written, written } from './written.ts'

export interface Digest {
  size: number
  sha256: string
}

/** Passes the chunks on, and returns what they were in all. */
export async function* digestChunks(chunks: Chunks<Uint8Array>): AsyncGenerator<Uint8Array, Digest> {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of chunks) {
    digest.update(chunk)
    size += chunk.length
    yield chunk
  }
  return { size, sha256: digest.digest('hex') }
}

/** The same for those who hand the chunks on to a stream. */
export function measureChunks(chunks: Chunks<Uint8Array>): Written<Digest> {
  return written(digestChunks(chunks))
}
