import { createHash, hash } from 'node:crypto'
import { encodeMember } from '../archive/encode-member.ts'
import { deflatedOf } from '../archive/gzip-frame.ts'
import { BundleError, quote } from '../format/bundle-error.ts'
import { compareFiles } from '../format/canonical-order.ts'
import { checkSitePath } from '../format/check-path.ts'
import type { Chunks, ManifestFile, PackedFile, PackIndex, SourceFile } from '../format/format.ts'
import { mediaTypeOf } from '../format/media-type.ts'
import { defaultLimits } from '../format/reader-limits.ts'
import { type Written, written } from '../format/written.ts'

/** A file of an earlier pack: its member is copied as it is, neither rendered nor compressed again. */
export interface PackedMember {
  file: ManifestFile
  member: Uint8Array
}

/** The files of one chunk, in canonical order, as concatenated gzip members; afterwards the index that finds them. */
export function writePack(files: Chunks<SourceFile | PackedMember>): Written<PackIndex> {
  return written(packChunks(files))
}

async function* packChunks(files: Chunks<SourceFile | PackedMember>): AsyncGenerator<Uint8Array, PackIndex> {
  const digest = createHash('sha256')
  const index: PackedFile[] = []
  let offset = 0
  for await (const input of files) {
    const { file, member } = 'member' in input ? checkMember(input) : await pack(input)
    checkSitePath(file.path)
    checkFollows(index.at(-1), file)
    index.push({ ...file, offset, packedSize: member.length })
    offset += member.length
    digest.update(member)
    yield member
  }
  return { size: offset, sha256: digest.digest('hex'), files: index }
}

function checkMember(copied: PackedMember): PackedMember {
  try {
    deflatedOf(Buffer.from(copied.member.buffer, copied.member.byteOffset, copied.member.byteLength))
    return copied
  } catch (cause) {
    const message = `The packed form of ${quote(copied.file.path)} is cut or damaged: pack the file anew.`
    throw new BundleError('bad_pack', message, { entry: copied.file.path, cause })
  }
}

async function pack(source: SourceFile, aside = false): Promise<PackedMember> {
  checkSource(source)
  const { path, bytes, page } = source
  const file = { path, size: bytes.length, sha256: hash('sha256', bytes), type: mediaTypeOf(path) }
  return { file: page === undefined ? file : { ...file, page }, member: await encodeMember(path, bytes, aside) }
}

/** One file for a pack that is written later. Compressed beside the caller, so that several can be under way. */
export function packFile(source: SourceFile): Promise<PackedMember> {
  return pack(source, true)
}

function checkSource({ path, bytes, page }: SourceFile): void {
  if (page === '') throw new BundleError('unsafe_path', `The page of ${quote(path)} has no name.`, { entry: path })
  if (bytes.length <= defaultLimits.maxFileBytes) return
  const message = `${quote(path)} has ${bytes.length} bytes; a file of a bundle has at most ${defaultLimits.maxFileBytes}.`
  throw new BundleError('file_too_large', message, { entry: path })
}

/** Order is asked of the caller, not made here: sorting would need all files at once. */
export function checkFollows(before: ManifestFile | undefined, file: ManifestFile): void {
  if (!before || compareFiles(before, file) < 0) return
  throw new BundleError(
    'wrong_order',
    `${quote(file.path)} was given after ${quote(before.path)}, but stands before it in a bundle: sort files with compareFiles.`,
    { entry: file.path },
  )
}
