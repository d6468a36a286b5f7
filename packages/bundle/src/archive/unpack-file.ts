import { hash } from 'node:crypto'
import { BundleError, quote } from '../format/bundle-error.ts'
import { longestPathBytes } from '../format/check-path.ts'
import type { ManifestFile } from '../format/format.ts'
import { headerBytes } from '../format/reader-limits.ts'
import { parseMember } from './parse-member.ts'
import { unpackMember } from './unpack-member.ts'

/** One file out of its member, which must be what the index or manifest says of it. */
export async function unpackFile(file: ManifestFile, member: Uint8Array): Promise<Uint8Array> {
  const packed = Buffer.from(member.buffer, member.byteOffset, member.byteLength)
  const found = parseMember(await unpackMember(packed, file.size + headerBytes), longestPathBytes)
  if (found?.path === file.path && hash('sha256', found.bytes) === file.sha256) return found.bytes
  throw new BundleError('wrong_bytes', `${quote(file.path)} is stored with other bytes than its index says.`, {
    entry: file.path,
  })
}
