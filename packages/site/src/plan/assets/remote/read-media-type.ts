/** How a file of each kind begins; `at` is where. What a browser would run or lay out as a page is not among them. */
const beginnings: readonly { extension: string; bytes: string; at?: number }[] = [
  { extension: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { extension: 'jpg', bytes: '\xff\xd8\xff' },
  { extension: 'gif', bytes: 'GIF8' },
  { extension: 'webp', bytes: 'WEBP', at: 8 },
  { extension: 'wav', bytes: 'WAVE', at: 8 },
  { extension: 'bmp', bytes: 'BM' },
  { extension: 'ico', bytes: '\0\0\x01\0' },
  { extension: 'webm', bytes: '\x1a\x45\xdf\xa3' },
  { extension: 'ogg', bytes: 'OggS' },
  { extension: 'mp3', bytes: 'ID3' },
  { extension: 'mp3', bytes: '\xff\xfb' },
  { extension: 'mp3', bytes: '\xff\xf3' },
  { extension: 'woff', bytes: 'wOFF' },
  { extension: 'woff2', bytes: 'wOF2' },
  { extension: 'ttf', bytes: '\0\x01\0\0' },
  { extension: 'otf', bytes: 'OTTO' },
  { extension: 'vtt', bytes: 'WEBVTT' },
]

// ISO media files name what they are after these four letters.
const brands: readonly [start: string, extension: string][] = [
  ['avi', 'avif'],
  ['qt', 'mov'],
  ['M4A', 'm4a'],
  ['M4V', 'm4v'],
]

/** What a file is by its first bytes, as an extension; undefined for what no page shows. Names and headers may lie. */
export function readMediaType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (text.slice(4, 8) === 'ftyp') {
    return brands.find(([start]) => text.startsWith(start, 8))?.[1] ?? 'mp4'
  }
  const found = beginnings.find(({ bytes, at = 0 }) => text.startsWith(bytes, at))
  return found?.extension ?? (isSvg(text) ? 'svg' : undefined)
}

/** What may stand before the drawing is short: a mark of the encoding, a declaration, comments. */
function isSvg(text: string): boolean {
  const start = text.replace(/^\xef\xbb\xbf/, '').trimStart()
  return start.startsWith('<svg') || (/^<(?:\?xml|!--|!doctype svg)/i.test(start) && start.includes('<svg'))
}
