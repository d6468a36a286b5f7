import { readFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { PageFacts } from '@bindery/site'

type Searched = PageFacts['search']

/**
 * What each page of a chunk gave to the search, in their order. Compressed one by one, so that a page's is taken over as it
 * lies there when another one has changed.
 */
export interface SearchedFile {
  packed(at: number): Uint8Array
  read(at: number): Searched
}

/** Of a page that no search finds there is nothing. */
export function packSearched(searched: Searched): Uint8Array {
  return searched ? gzipSync(JSON.stringify(searched), { level: 1 }) : Buffer.alloc(0)
}

const lengthBytes = 4

/** The pages, then their sizes, then how long the list of those is. */
export function writeSearched(packed: readonly Uint8Array[]): Uint8Array {
  const sizes = Buffer.from(JSON.stringify(packed.map(({ length }) => length)))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(sizes.length)
  return Buffer.concat([...packed, sizes, length])
}

export async function openSearched(file: string): Promise<SearchedFile> {
  const bytes = await readFile(file)
  const sizesEnd = bytes.length - lengthBytes
  const sizesAt = sizesEnd - bytes.readUInt32LE(sizesEnd)
  const sizes = JSON.parse(bytes.subarray(sizesAt, sizesEnd).toString()) as number[]
  const ends: number[] = []
  for (const size of sizes) ends.push((ends.at(-1) ?? 0) + size)
  const packed = (at: number) => bytes.subarray(ends[at - 1] ?? 0, ends[at])
  return {
    packed,
    read(at) {
      const found = packed(at)
      return found.length === 0 ? undefined : (JSON.parse(gunzipSync(found).toString()) as Searched)
    },
  }
}
