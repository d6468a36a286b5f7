import { hash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** What stands at an address: a picture that a browser can show, with a color of its own. */
export function makePicture(url: string, isChanged = false): { type: string; bytes: Buffer } {
  const color = hash('sha256', `${url} ${isChanged}`, 'buffer')
  const path = URL.parse(url)?.pathname.toLowerCase() ?? ''
  if (isFontSheet(url)) return { type: 'text/css', bytes: Buffer.from(writeFontSheet(url)) }
  if (path.endsWith('.woff2')) return { type: 'font/woff2', bytes: Buffer.concat([Buffer.from('wOF2'), color]) }
  if (path.endsWith('.svg')) {
    const fill = `#${color.toString('hex').slice(0, 6)}`
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${fill}"/></svg>`
    return { type: 'image/svg+xml', bytes: Buffer.from(text) }
  }
  if (/\.(?:mp4|mov|webm)$/.test(path)) {
    return { type: 'video/mp4', bytes: Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), color]) }
  }
  return { type: 'image/png', bytes: makePng(color) }
}

/** Names the files of a font; it is read, and nothing of it stands in a site. */
export function isFontSheet(url: string): boolean {
  return url.startsWith('https://fonts.googleapis.com/css2?')
}

function writeFontSheet(url: string): string {
  const file = `https://fonts.gstatic.com/s/${hash('sha256', url).slice(0, 8)}.woff2`
  return `@font-face { font-style: normal; font-weight: 400; src: url(${file}) format('woff2'); unicode-range: U+0000-00FF; }`
}

/** A square of one color. */
export function makePng(color: Buffer, size = 16): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: size }, () => color.subarray(0, 3))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => row)))
  const parts = [
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`id\0${color.toString('hex')}`)),
    chunk('IDAT', pixels),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts, chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
