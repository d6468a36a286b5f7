import { BundleError, quote } from '../format/bundle-error.ts'
import { checkPath } from '../format/check-path.ts'
import type { BundleFile } from '../format/format.ts'
import { blockBytes, checksumOf, encodeHeader, paddingOf } from './encode-header.ts'

const types: Record<string, string> = {
  '\0': 'an entry of the old tar format',
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a character device',
  '4': 'a block device',
  '5': 'a folder',
  '6': 'a named pipe',
  '7': 'a contiguous file',
  g: 'a global pax header',
  K: 'a GNU long link',
  L: 'a GNU long name',
  S: 'a sparse file',
}

interface ParsedFile extends BundleFile {
  bytes: Buffer
}

/**
 * The one file of a member, or `undefined` for the end of the archive. What an entry claims is judged first, to name the
 * fault; then its header must be, byte for byte, the one that we would have written.
 */
export function parseMember(bytes: Buffer, maxPathBytes: number): ParsedFile | undefined {
  if (isEnd(bytes)) return undefined
  const first = parseBlock(bytes, 0)
  const extended = first.type === 'x' ? parseExtended(bytes, first) : undefined
  const block = extended ? parseBlock(bytes, extended.end) : first
  const path = extended?.path ?? block.name
  if (block.type !== '0') throw forbidden(block.type, path)
  checkPath(path, maxPathBytes)
  const start = (extended?.end ?? 0) + blockBytes
  return { path, bytes: contentOf(bytes, start, path, block.size) }
}

function isEnd(bytes: Buffer): boolean {
  return bytes.length === 2 * blockBytes && bytes.every((byte) => byte === 0)
}

function parseBlock(bytes: Buffer, offset: number) {
  const block = bytes.subarray(offset, offset + blockBytes)
  if (block.length < blockBytes) throw new BundleError('truncated', 'A tar header is cut off.')
  const name = [textOf(block, 345, 155), textOf(block, 0, 100)].filter(Boolean).join('/')
  const options = name ? { entry: name } : {}
  if (octalOf(block, 148, 8) !== checksumOf(block)) {
    throw new BundleError('bad_checksum', `The tar header of ${quote(name)} has a wrong checksum.`, options)
  }
  const size = octalOf(block, 124, 12)
  if (size === undefined) {
    throw new BundleError('not_canonical', `The size of ${quote(name)} is no octal number.`, options)
  }
  return { name, size, type: block.toString('latin1', 156, 157) }
}

/** A pax header may hold the path of the entry and nothing else: every other record changes what an entry means. */
function parseExtended(bytes: Buffer, block: { size: number }): { path: string; end: number } {
  const record = bytes.subarray(blockBytes, blockBytes + block.size)
  const end = blockBytes + block.size + paddingOf(block.size)
  if (end > bytes.length) throw new BundleError('truncated', 'A pax header is cut off.')
  const [, path] = /^\d+ path=([^\n]*)\n$/.exec(decode(record)) ?? []
  if (path === undefined) throw new BundleError('not_canonical', 'A pax header holds something else than one path.')
  return { path, end }
}

function contentOf(bytes: Buffer, start: number, path: string, size: number): Buffer {
  const end = start + size
  if (end + paddingOf(size) !== bytes.length) {
    const message = `${quote(path)} says that it has ${size} bytes, but its member does not hold exactly that.`
    throw new BundleError('wrong_size', message, { entry: path })
  }
  const canonical =
    encodeHeader(path, size).equals(bytes.subarray(0, start)) && bytes.subarray(end).every((byte) => byte === 0)
  if (canonical) return bytes.subarray(start, end)
  const message = `The tar header of ${quote(path)} is not one that Bindery writes.`
  throw new BundleError('not_canonical', message, { entry: path })
}

function octalOf(block: Buffer, start: number, length: number): number | undefined {
  const [, digits] = /^([0-7]+)[\0 ]*$/.exec(block.toString('latin1', start, start + length)) ?? []
  return digits === undefined ? undefined : Number.parseInt(digits, 8)
}

function textOf(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length)
  const end = field.indexOf(0)
  return decode(end < 0 ? field : field.subarray(0, end))
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new BundleError('unsafe_path', `The name ${quote(bytes.toString('latin1'))} is not UTF-8.`, { cause })
  }
}

function forbidden(type: string, path: string): BundleError {
  const kind = types[type] ?? `an entry of type ${quote(type)}`
  const message = `${quote(path)} is ${kind}; a bundle holds regular files only.`
  return new BundleError('forbidden_type', message, { entry: path })
}
