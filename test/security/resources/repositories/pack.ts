import { createHash } from 'node:crypto'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'

const types = { commit: 1, tree: 2, blob: 3, tag: 4, delta: 7 } as const
type ObjectType = Exclude<keyof typeof types, 'delta'>

export interface PackedObject {
  name: string
  entry: Buffer
}

/** Objects as they lie in a pack. */
export function packObject(type: ObjectType, body: Buffer | string): PackedObject {
  const bytes = Buffer.from(body)
  return { name: nameOf(type, bytes), entry: Buffer.concat([headOf(types[type], bytes.length), deflateSync(bytes)]) }
}

/** An object of nothing but zeros: of any size, in a thousandth of it. */
export function packZeros(size: number, type: ObjectType = 'blob'): PackedObject {
  const block = 1024 ** 2
  const flushed = deflateRawSync(Buffer.alloc(block), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: Math.floor(size / block) }, () => flushed)
  // Adler-32 of zeros: the first half stays 1, the second counts them.
  const checksum = Buffer.alloc(4)
  checksum.writeUInt16BE(size % 65_521)
  checksum.writeUInt16BE(1, 2)
  const tail = deflateRawSync(Buffer.alloc(size % block))
  const head = headOf(types[type], size)
  return {
    name: nameOfZeros(type, size),
    entry: Buffer.concat([head, Buffer.from([0x78, 0x01]), ...blocks, tail, checksum]),
  }
}

/** Of a gigabyte it takes two seconds, and where nobody gets so far as to look, any name will do. */
function nameOfZeros(type: ObjectType, size: number): string {
  if (type !== 'blob') return 'b'.repeat(40)
  const hash = createHash('sha1').update(`${type} ${size}\0`)
  const zeros = Buffer.alloc(1024 ** 2)
  for (let at = 0; at < size; at += zeros.length) hash.update(zeros.subarray(0, Math.min(zeros.length, size - at)))
  return hash.digest('hex')
}

/** An object that is so many copies of another one, as a delta of a few bytes. */
export function packCopies(base: { name: string; size: number }, copies: number): Buffer {
  const copy = Buffer.from([0xf0, base.size & 0xff, (base.size >> 8) & 0xff, (base.size >> 16) & 0xff])
  const delta = Buffer.concat([
    varint(base.size),
    varint(base.size * copies),
    ...Array.from({ length: copies }, () => copy),
  ])
  return Buffer.concat([headOf(types.delta, delta.length), Buffer.from(base.name, 'hex'), deflateSync(delta)])
}

/** The head of a blob whose bytes are still to come. */
export function blobHead(size: number): Buffer {
  return headOf(types.blob, size)
}

function headOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128
    bytes.push(rest & 127)
  }
  return Buffer.from(bytes)
}

export function packHead(objects: number): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(objects, 8)
  return head
}

export function joinPack(entries: readonly Buffer[]): Buffer {
  const pack = Buffer.concat([packHead(entries.length), ...entries])
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()])
}

function nameOf(type: ObjectType, bytes: Buffer): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0))
    if (rest <= 127) return Buffer.from(bytes)
  }
}
