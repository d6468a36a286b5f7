import { extname } from 'node:path/posix'

/**
 * What a site may carry, by extension. Anything a browser would run as a document of the site's own origin (html, js,
 * xml, xhtml, compressed svg) is not among them.
 */
const assetTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
  '.otf': 'font/otf',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gz': 'application/gzip',
  '.ipynb': 'application/x-ipynb+json',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.tar': 'application/x-tar',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
}

export function isAsset(path: string): boolean {
  return Object.hasOwn(assetTypes, extname(path).toLowerCase())
}

/** Undefined of what no site carries. */
export function assetType(path: string): string | undefined {
  return isAsset(path) ? assetTypes[extname(path).toLowerCase()] : undefined
}
