import { inflateRawSync } from 'node:zlib'
import { encodeHeader, paddingOf } from '../../../bundle/src/archive/encode-header.ts'
import { frameHeadBytes, frameTailBytes } from '../../../bundle/src/archive/gzip-frame.ts'
import { parseMember } from '../../../bundle/src/archive/parse-member.ts'
import { defaultLimits } from '../../../bundle/src/format/reader-limits.ts'
import type { ManifestFile } from '../../../bundle/src/index.ts'
import { member } from '../../../bundle/testing/forge-archive.ts'

/** A good archive, taken apart once so that it can be put together wrongly many times. */
export interface Specimen {
  bytes: Buffer
  /** What each member unpacks to: a tar entry, the last one the end of the archive. */
  entries: readonly Buffer[]
  /** What the entries hold. */
  files: readonly { path: string; bytes: Buffer }[]
  /** For a delta, the files of the bundle that it leads on from. */
  base: readonly ManifestFile[] | undefined
}

export function takeApart(bytes: Buffer, base?: readonly ManifestFile[]): Specimen {
  const entries: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + frameHeadBytes + bytes.readUInt32LE(at + 16)
    entries.push(inflateRawSync(bytes.subarray(at + frameHeadBytes, end)))
    at = end + frameTailBytes
  }
  const files = entries.flatMap((entry) => parseMember(entry, defaultLimits.maxPathBytes) ?? [])
  return { bytes, entries, files, base }
}

export function putTogether(entries: readonly Buffer[]): Buffer {
  return Buffer.concat(entries.map((entry) => member(entry)))
}

/** What a file looks like in an archive, however hostile its name is. */
export function encodeEntry(path: string, content: Uint8Array): Buffer {
  return Buffer.concat([encodeHeader(path, content.length), content, Buffer.alloc(paddingOf(content.length))])
}
