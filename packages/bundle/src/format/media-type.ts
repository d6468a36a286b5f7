import { posix } from 'node:path'

const TEXT = '; charset=utf-8'

const BY_EXTENSION: Record<string, string> = {
  avif: 'image/avif',
  css: `text/css${TEXT}`,
  csv: `text/csv${TEXT}`,
  eot: 'application/vnd.ms-fontobject',
  gif: 'image/gif',
  htm: `text/html${TEXT}`,
  html: `text/html${TEXT}`,
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: `text/javascript${TEXT}`,
  json: 'application/json',
  map: 'application/json',
  md: `text/markdown${TEXT}`,
  mdx: `text/markdown${TEXT}`,
  mjs: `text/javascript${TEXT}`,
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  toml: 'application/toml',
  ttf: 'font/ttf',
  txt: `text/plain${TEXT}`,
  wasm: 'application/wasm',
  wav: 'audio/wav',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
}

/** The type comes from the extension alone, so that it is the same wherever the file is served. */
export function mediaTypeOf(path: string): string {
  const extension = posix.extname(path).slice(1).toLowerCase()
  return (Object.hasOwn(BY_EXTENSION, extension) && BY_EXTENSION[extension]) || 'application/octet-stream'
}
