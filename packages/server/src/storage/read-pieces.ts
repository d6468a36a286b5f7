import type { ByteRange, ObjectStore } from './object-store.ts'

const pieceBytes = 512 * 1024

/** A part of an object in pieces. Each is requested when the last was taken: no connection to the bucket waits for a slow reader. */
export async function* readPieces(
  store: Pick<ObjectStore, 'getRange'>,
  key: string,
  { offset, length }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceBytes) {
    yield await store.getRange(key, { offset: offset + at, length: Math.min(pieceBytes, length - at) })
  }
}
