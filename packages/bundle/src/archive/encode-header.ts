import { hash } from 'node:crypto'

export const blockBytes = 512
const nameBytes = 100
const paxName = 'pax-header'

/**
 * The tar header of a regular file: ustar, mode 0644, owner 0, time 0. A name that is long or not ASCII goes into a pax
 * header before it; the ustar name is then a digest, so that a reader that knows no pax still keeps files apart.
 * The reader compares headers with this function's answer, so there is no second way to write one.
 */
export function encodeHeader(path: string, size: number): Buffer {
  if (isPlain(path)) return encodeBlock(path, size, '0')
  const record = encodePathRecord(path)
  const fallback = `pax-${hash('sha256', path).slice(0, 32)}`
  return Buffer.concat([
    encodeBlock(paxName, record.length, 'x'),
    record,
    Buffer.alloc(paddingOf(record.length)),
    encodeBlock(fallback, size, '0'),
  ])
}

export function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

export function checksumOf(block: Uint8Array): number {
  let sum = 0
  // The checksum's own field counts as eight spaces.
  for (let i = 0; i < blockBytes; i++) sum += i >= 148 && i < 156 ? 32 : (block[i] ?? 0)
  return sum
}

function isPlain(path: string): boolean {
  return path.length <= nameBytes && /^[\x20-\x7e]+$/.test(path)
}

function encodeBlock(name: string, size: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(blockBytes)
  block.write(name, 0, 'latin1')
  block.write('0000644\0' + '0000000\0' + '0000000\0', 100, 'latin1')
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  block.write('00000000000\0', 136, 'latin1')
  block.write(type, 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

/** A pax record begins with its own length, which counts its own digits. */
function encodePathRecord(path: string): Buffer {
  const rest = ` path=${path}\n`
  const bare = Buffer.byteLength(rest)
  let length = bare + String(bare).length
  if (String(length).length > String(bare).length) length += 1
  return Buffer.from(`${length}${rest}`)
}
