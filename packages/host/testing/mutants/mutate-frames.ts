import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { member } from '../../../bundle/testing/forge-archive.ts'
import type { Chances } from './render-chances.ts'
import type { Specimen } from './specimen.ts'

type Framing = (entry: Buffer, chances: Chances) => Buffer

const lengths = [0, 1, 9, 2 ** 16, 2 ** 31, 2 ** 32 - 1]

/** Everything that stands around the deflated data, made wrong by hand; its other checksums are right. */
const framings: Framing[] = [
  (entry, { pick }) => member(entry, { length: pick(lengths) }),
  (entry, { bytes }) => member(entry, { crc: bytes(4).readUInt32LE() }),
  (entry, { bytes }) => member(entry, { tail: bytes(8) }),
  (entry, chances) => {
    const start = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 12, 0, 0x42, 0x4e, 8, 0]
    start[chances.below(start.length)] = chances.below(256)
    return member(entry, { start })
  },
  (entry, { below }) => reframe(entry, deflateRawSync(entry, { level: below(10) })),
  (entry, { bytes, below }) => reframe(entry, Buffer.concat([deflateRawSync(entry), bytes(1 + below(40))])),
  (entry, { below }) => reframe(entry, deflateRawSync(entry).subarray(0, below(entry.length))),
  (entry, { bytes, below }) => reframe(entry, bytes(below(200))),
  (entry) => gzipSync(entry),
  () => member(Buffer.alloc(0)),
  (entry) => Buffer.concat([member(entry), member(Buffer.alloc(0))]),
  // A bomb, though one within what a reader may hold in memory.
  (_, { below }) => member(Buffer.alloc(below(3) * 1024 * 1024)),
]

/** Surgery on one member: the others are framed as they should be. */
export function mutateFrames({ entries }: Specimen, chances: Chances): Buffer {
  const at = chances.below(entries.length)
  const framing = chances.pick(framings)
  return Buffer.concat(entries.map((entry, index) => (index === at ? framing(entry, chances) : member(entry))))
}

function reframe(entry: Buffer, deflated: Buffer): Buffer {
  return member(entry, { deflated, length: deflated.length, crc: crc32(deflated) })
}
