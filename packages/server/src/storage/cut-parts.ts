import type { StoredBytes } from './object-store.ts'

/** What a storage takes as a part that is not the last one. */
const leastPart = 5 * 1024 * 1024
/** 10,000 of them are 78 GiB; a few in flight hold some 40 MiB of memory. */
const partSize = 8 * 1024 * 1024

export interface Part {
  bytes: Uint8Array
  /** Where the bucket has them already. */
  stored?: { key: string; offset: number }
}

/**
 * The parts of a body, of one size each, but for the last one and those around bytes that the bucket has already: these are a
 * part of their own, where they are long enough for that.
 */
export async function* cutParts(body: AsyncIterable<Uint8Array | StoredBytes>): AsyncGenerator<Part> {
  let waiting: Uint8Array[] = []
  let length = 0
  const add = (bytes: Uint8Array) => {
    waiting.push(bytes)
    length += bytes.length
  }
  const take = (): Part => {
    const bytes = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting, length)
    waiting = []
    length = 0
    return { bytes }
  }
  for await (const piece of body) {
    let bytes = piece instanceof Uint8Array ? piece : piece.bytes
    if (!(piece instanceof Uint8Array)) {
      // What waits before it becomes a part first, with as much of it as that needs.
      const lent = length === 0 ? 0 : Math.max(0, leastPart - length)
      if (bytes.length - lent >= leastPart) {
        if (lent > 0) add(bytes.subarray(0, lent))
        if (length > 0) yield take()
        yield { bytes: bytes.subarray(lent), stored: { key: piece.key, offset: piece.offset + lent } }
        continue
      }
    }
    while (length + bytes.length >= partSize) {
      const rest = partSize - length
      add(bytes.subarray(0, rest))
      bytes = bytes.subarray(rest)
      yield take()
    }
    if (bytes.length > 0) add(bytes)
  }
  if (length > 0) yield take()
}
