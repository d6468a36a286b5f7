import { readFile } from 'node:fs/promises'
import type { ListedFile } from '../../../git/files/list-files.ts'

/** A file of a listing, as it lies between two tasks. */
export type SourceRow = [path: string, object: string, size: number]

/** A task has no signal: who does not want its result any more ends its process. */
export const never: AbortSignal = new AbortController().signal

export async function readListing(listing: string): Promise<ListedFile[]> {
  const rows = JSON.parse(await readFile(listing, 'utf8')) as SourceRow[]
  return rows.map(([path, object, size]) => ({ path, object, size }))
}
