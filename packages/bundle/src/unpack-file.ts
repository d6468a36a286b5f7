import { hash } from 'node:crypto'
import { BundleError, quote } from './bundle-error.ts'
import { MAX_PATH_BYTES } from './check-path.ts'
import type { PackedFile } from './format.ts'
import { parseMember } from './parse-member.ts'
import { readMembers } from './read-members.ts'

/** One file of a pack, from the bytes that its index entry points to. */
export async function unpackFile(file: PackedFile, member: Uint8Array): Promise<Uint8Array> {
  const unpacked = await readMembers([member], file.size + 8 * 1024).next()
  const found = unpacked && parseMember(unpacked.bytes, MAX_PATH_BYTES)
  if (found?.path === file.path && hash('sha256', found.bytes) === file.sha256) return found.bytes
  throw new BundleError('wrong_bytes', `${quote(file.path)} in the pack is not what its index says.`, {
    entry: file.path,
  })
}
