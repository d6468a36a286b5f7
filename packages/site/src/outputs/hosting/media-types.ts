/** Of files that a site may hold, as the host sends them: the tables of servers differ, and few know Markdown. */
export const mediaTypes: Record<string, string> = {
  'application/json': 'json map',
  'application/manifest+json': 'webmanifest',
  'application/pdf': 'pdf',
  'application/toml': 'toml',
  'application/vnd.ms-fontobject': 'eot',
  'application/wasm': 'wasm',
  'application/xml': 'xml',
  'application/yaml': 'yaml yml',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'font/otf': 'otf',
  'font/ttf': 'ttf',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpeg jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/javascript': 'js mjs',
  'text/markdown': 'md mdx',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

export const textTypes = Object.keys(mediaTypes).filter((type) => type.startsWith('text/'))

/** Their names hold a digest of their content. */
export const hashedName = '^/_bindery/.*-[0-9a-f]{12}\\.[A-Za-z0-9]+$'
export const forEver = 'public, max-age=31536000, immutable'
