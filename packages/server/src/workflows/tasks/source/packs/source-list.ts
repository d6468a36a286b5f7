import { readFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isSafeFilePath } from '../../../../git/files/is-safe-file-path.ts'

/** The files of a source and where the content of each lies. */
export interface SourceList {
  packs: SourcePack[]
  files: ListRow[]
}

export interface SourcePack {
  /** SHA-256 of its bytes. */
  name: string
  bytes: number
}

/** Content of this length is stored as it is; a shorter one is compressed. `pack` is the place of the pack in the list. */
export type ListRow = [path: string, object: string, size: number, pack: number, offset: number, length: number]

export function encodeList(list: SourceList): Buffer {
  return gzipSync(JSON.stringify(list), { level: 1 })
}

/** The digest of the list is checked already; its paths all the same. */
export async function readList(file: string): Promise<SourceList> {
  const list = JSON.parse(gunzipSync(await readFile(file)).toString()) as SourceList
  for (const [path] of list.files) {
    if (!isSafeFilePath(path)) throw new Error('A list of a source names a file outside of its folder.')
  }
  return list
}
