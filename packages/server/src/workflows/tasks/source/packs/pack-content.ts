import { createHash, hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** As short as it gets without taking long; what does not get shorter is left as it is. */
export function packContent(bytes: Buffer): Buffer {
  const packed = deflateRawSync(bytes, { level: 1 })
  return packed.length < bytes.length ? packed : bytes
}

/** Content as it was; throws where it is not what its id says. */
export function unpackContent(packed: Buffer, { object, size }: { object: string; size: number }): Buffer {
  const bytes = packed.length === size ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  if (bytes.length === size && identify(bytes, object) === object) return bytes
  throw new Error(`What a pack of the source holds as ${object} is something else.`)
}

/** Ids of git are those of a blob; what was fetched from elsewhere goes by its SHA-256. */
function identify(bytes: Buffer, object: string): string {
  if (object.length === 64) return hash('sha256', bytes)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
