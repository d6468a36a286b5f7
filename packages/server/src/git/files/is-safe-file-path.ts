// Code points that HFS+ drops from names, so that `.g<U+200C>it` is `.git` to it.
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

// As NTFS sees it: any case, its short name, trailing dots and spaces, a stream after a colon.
const dotGit = /^(?:\.git|git~[0-9]+)[ .]*(?::.*)?$/i

const segmentBytes = 255
const pathBytes = 1_024

/**
 * Whether a path of a tree may be used as a path of the source. git itself refuses most bad ones while fetching; this
 * holds for whatever else a pack may name, for every later writer of files and for names in S3 and in archives.
 */
export function isSafeFilePath(path: string): boolean {
  if (Buffer.byteLength(path) > pathBytes) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  if (/[\\\x00-\x1f\x7f-\x9f\ufffd]/.test(path)) return false
  return path.split('/').every(isSafeSegment)
}

function isSafeSegment(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return false
  if (Buffer.byteLength(segment) > segmentBytes) return false
  return !dotGit.test(segment.replace(ignoredByHfs, ''))
}
