import { BundleError } from '../format/bundle-error.ts'
import { type PackedFile, type PackIndex, packFormat } from '../format/format.ts'
import { mediaTypeOf } from '../format/media-type.ts'
import type { PackRow } from './encode-pack-index.ts'

/** Reads what `encodePackIndex` wrote; a cut or foreign object is refused before a bundle is made of it. */
export function decodePackIndex(bytes: Uint8Array): PackIndex {
  const stored = parse(bytes)
  if (stored.format !== packFormat) throw new BundleError('bad_pack', `The pack index is not of format ${packFormat}.`)
  let offset = 0
  const files = stored.files.map(([path, size, sha256, packedSize, page]): PackedFile => {
    const file = { path, size, sha256, type: mediaTypeOf(path), offset, packedSize }
    offset += packedSize
    return page === undefined ? file : { ...file, page }
  })
  if (offset !== stored.size) {
    throw new BundleError(
      'bad_pack',
      `The files of the pack index take ${offset} bytes, but the pack has ${stored.size}.`,
    )
  }
  return { size: stored.size, sha256: stored.sha256, files }
}

function parse(bytes: Uint8Array): { format: string; size: number; sha256: string; files: PackRow[] } {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch (cause) {
    throw new BundleError('bad_pack', 'The pack index is not JSON: it was cut or is another object.', { cause })
  }
}
