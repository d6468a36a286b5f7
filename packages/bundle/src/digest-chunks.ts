import { createHash } from 'node:crypto'
import type { Chunks } from './format.ts'

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
