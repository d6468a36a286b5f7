import { type PackIndex, packFormat } from '../format/format.ts'

/** A row holds path, size, SHA-256, packed size and page; type and offset follow from them. About 110 bytes a file. */
export type PackRow = [path: string, size: number, sha256: string, packedSize: number, page?: string]

export function encodePackIndex(index: PackIndex): Uint8Array {
  const rows = index.files.map(({ path, size, sha256, packedSize, page }): PackRow => {
    return page === undefined ? [path, size, sha256, packedSize] : [path, size, sha256, packedSize, page]
  })
  return Buffer.from(JSON.stringify({ format: packFormat, size: index.size, sha256: index.sha256, files: rows }))
}
