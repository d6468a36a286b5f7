export interface PictureSize {
  width: number
  height: number
}

// Nobody shows a larger one, and a file that says so is broken.
const largest = 30_000

/** How large a picture is by its own first bytes, so that a page can leave room for it; undefined where they do not say. */
export function measurePicture(bytes: Buffer): PictureSize | undefined {
  const size = readSize(bytes)
  const isSane = size && [size.width, size.height].every((side) => side > 0 && side <= largest)
  return isSane ? { width: Math.round(size.width), height: Math.round(size.height) } : undefined
}

function readSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.toString('latin1', 0, 3) === 'GIF') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes)
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return readWebp(bytes)
  return readSvg(bytes)
}

/** From part to part, up to the one that begins the picture. */
function readJpeg(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const part = bytes[at + 1] ?? 0
    // What a camera writes about itself may turn the picture: its size is not known here.
    if (part === 0xe1 && bytes.toString('latin1', at + 4, at + 8) === 'Exif') return undefined
    const isFrame = part >= 0xc0 && part <= 0xcf && part !== 0xc4 && part !== 0xc8 && part !== 0xcc
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}

function readWebp(bytes: Buffer): PictureSize | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

/** By its sides in pixels. Without them a drawing fills its column. */
function readSvg(bytes: Buffer): PictureSize | undefined {
  const head = bytes.toString('latin1', 0, 4096)
  const start = head.indexOf('<svg')
  if (start === -1) return undefined
  const tag = head.slice(start, head.indexOf('>', start))
  const [width, height] = [/\swidth=["']([\d.]{1,9})(?:px)?["']/, /\sheight=["']([\d.]{1,9})(?:px)?["']/].map((side) =>
    Number(side.exec(tag)?.[1]),
  )
  return width && height ? { width, height } : undefined
}
