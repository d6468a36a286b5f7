import { BundleError, quote } from './bundle-error.ts'
import { deltaPath, manifestPath, signaturePath } from './format.ts'
import { foldPath } from './path-ledger.ts'

export const longestPathBytes = 1024
// What ext4, APFS and NTFS hold in one name.
const maxSegmentBytes = 255

const reserved = new Set([manifestPath, signaturePath, deltaPath].map(foldPath))

/** Refuses a path that could leave its folder, or that reads as another path on some file system. */
export function checkPath(path: string, maxBytes = longestPathBytes): void {
  const fault = faultOf(path)
  if (fault) throw new BundleError('unsafe_path', `The archive entry ${quote(path)} ${fault}.`, { entry: path })
  if (Buffer.byteLength(path) > maxBytes) {
    throw new BundleError('path_too_long', `The path ${quote(path)} is longer than ${maxBytes} bytes.`, { entry: path })
  }
}

/** A file of the site may not take the place of the format's own files. */
export function checkSitePath(path: string): void {
  checkPath(path)
  if (!reserved.has(foldPath(path))) return
  throw new BundleError(
    'reserved_path',
    `${quote(path)} is a name of the bundle format: rename the file of the site.`,
    {
      entry: path,
    },
  )
}

function faultOf(path: string): string | undefined {
  if (path === '') return 'has an empty name'
  if (!path.isWellFormed()) return 'is not valid Unicode'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return 'has a control character in its name'
  if (path.includes('\\')) return 'has a backslash in its name'
  if (path.startsWith('/')) return 'is an absolute path'
  if (/^[a-z]:/i.test(path)) return 'begins with a drive letter'
  for (const segment of path.split('/')) {
    if (segment === '') return 'has an empty segment in its path'
    if (segment === '.' || segment === '..') return `has a "${segment}" segment in its path`
    if (Buffer.byteLength(segment) > maxSegmentBytes) return `has a segment longer than ${maxSegmentBytes} bytes`
  }
  return undefined
}
