import { crc32, deflateRawSync } from 'node:zlib'

/** Headers as an attacker would write them: every field can be wrong while the checksum is right. */
export interface Forged {
  name?: string | Buffer
  prefix?: string
  mode?: string
  uid?: string
  size?: string | Buffer
  mtime?: string
  type?: string
  link?: string
  magic?: string
  owner?: string
  checksum?: string
  content?: string | Buffer
  /** Instead of zeros after the content. */
  padding?: string
}

export function forgeEntry(forged: Forged = {}): Buffer {
  const content = Buffer.from(forged.content ?? '')
  const block = Buffer.alloc(512)
  put(block, 0, forged.name ?? 'page.html')
  put(block, 100, forged.mode ?? '0000644\0')
  put(block, 108, forged.uid ?? '0000000\0')
  put(block, 116, '0000000\0')
  put(block, 124, forged.size ?? `${content.length.toString(8).padStart(11, '0')}\0`)
  put(block, 136, forged.mtime ?? '00000000000\0')
  put(block, 156, forged.type ?? '0')
  put(block, 157, forged.link ?? '')
  put(block, 257, forged.magic ?? 'ustar\x0000')
  put(block, 265, forged.owner ?? '')
  put(block, 345, forged.prefix ?? '')
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(block, 148, forged.checksum ?? `${sum.toString(8).padStart(6, '0')}\0 `)
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512)
  padding.write(forged.padding ?? '')
  return Buffer.concat([block, content, padding])
}

/** An entry behind a pax header with these records. */
export function forgePax(records: [key: string, value: string][], entry: Forged = {}): Buffer {
  const content = Buffer.concat(records.map(([key, value]) => paxRecord(key, value)))
  return Buffer.concat([forgeEntry({ name: 'pax-header', type: 'x', content }), forgeEntry(entry)])
}

/** One gzip member as Bindery frames it; each part of the frame can be wrong. */
export function member(
  bytes: Buffer,
  forged: { start?: number[]; deflated?: Buffer; length?: number; crc?: number; tail?: Buffer } = {},
): Buffer {
  const deflated = forged.deflated ?? deflateRawSync(bytes)
  const start = Buffer.from(forged.start ?? [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 12, 0, 0x42, 0x4e, 8, 0])
  const extra = numbers(forged.length ?? deflated.length, forged.crc ?? crc32(deflated))
  return Buffer.concat([start, extra, deflated, forged.tail ?? numbers(crc32(bytes), bytes.length)])
}

export const end = member(Buffer.alloc(1024))

/** A member for each entry, and the end of the archive. */
export function archive(...entries: Buffer[]): Buffer {
  return Buffer.concat([...entries.map((entry) => member(entry)), end])
}

function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`)
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length += 1
  return Buffer.concat([Buffer.from(String(length)), rest])
}

function put(block: Buffer, offset: number, value: string | Buffer): void {
  Buffer.from(value as string, typeof value === 'string' ? 'utf8' : undefined).copy(block, offset)
}

function numbers(first: number, second: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(first, 0)
  bytes.writeUInt32LE(second, 4)
  return bytes
}
