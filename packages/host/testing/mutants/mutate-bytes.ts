import type { Chances } from './render-chances.ts'

type Change = (bytes: Buffer, at: number, chances: Chances) => Buffer

const splice = (bytes: Buffer, at: number, taken: number, put: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + taken)])

const changes: Change[] = [
  (bytes, at, { below }) => splice(bytes, at, 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << below(8))])),
  (bytes, at, chances) => splice(bytes, at, chances.below(40), chances.bytes(chances.below(40))),
  (bytes, at, { below }) => splice(bytes, at, 0, bytes.subarray(at, at + below(600))),
  (bytes, at, { below }) => splice(bytes, at, below(600), Buffer.alloc(0)),
  (bytes, at, { below, pick }) => {
    const length = below(16)
    return splice(bytes, at, length, Buffer.alloc(length, pick([0, 0xff])))
  },
]

/** What a broken disk or line does: bits turned, bytes replaced, repeated, lost or blank. */
export function mutateBytes(bytes: Buffer, chances: Chances): Buffer {
  let changed = bytes
  for (let left = 1 + chances.below(4); left > 0 && changed.length > 0; left--) {
    changed = chances.pick(changes)(changed, chances.below(changed.length), chances)
  }
  return changed
}

/** Cut off anywhere, or with something behind the end. */
export function mutateLength(bytes: Buffer, { below, bytes: render, pick }: Chances): Buffer {
  if (below(4) > 0) return bytes.subarray(0, below(bytes.length))
  return Buffer.concat([bytes, pick([Buffer.alloc(1 + below(1024)), render(1 + below(64)), bytes])])
}
