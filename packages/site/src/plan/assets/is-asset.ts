import { extname } from 'node:path/posix'

/**
 * What a site may carry, by extension. Anything a browser would run as a document of the site's own origin (html, js,
 * xml, xhtml, compressed svg) is not among them.
 */
const carried = new Set([
  'avif',
  'bmp',
  'gif',
  'ico',
  'jpeg',
  'jpg',
  'png',
  'svg',
  'webp',
  'm4a',
  'mp3',
  'ogg',
  'wav',
  'm4v',
  'mov',
  'mp4',
  'webm',
  'vtt',
  'otf',
  'ttf',
  'woff',
  'woff2',
  'csv',
  'docx',
  'gz',
  'ipynb',
  'json',
  'pdf',
  'pptx',
  'tar',
  'tgz',
  'txt',
  'xlsx',
  'yaml',
  'yml',
  'zip',
])

export function isAsset(path: string): boolean {
  return carried.has(extname(path).slice(1).toLowerCase())
}
