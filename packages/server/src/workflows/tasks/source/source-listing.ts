import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ListedFile } from '../../../git/files/list-files.ts'
import type { Meter } from '../../cache/meter.ts'
import { writeMetered } from '../../cache/write-metered.ts'

/** A file of a listing, as it lies between two tasks. */
type SourceRow = [path: string, object: string, size: number]

/** A task has no signal: who does not want its result any more ends its process. */
export const never: AbortSignal = new AbortController().signal

export async function readListing(listing: string): Promise<ListedFile[]> {
  const rows = JSON.parse(await readFile(listing, 'utf8')) as SourceRow[]
  return rows.map(([path, object, size]) => ({ path, object, size }))
}

/** Returns the digest of the listing: it is the same for the same paths with the same content, and for no others. */
export async function writeListing(listing: string, files: readonly ListedFile[], meter: Meter): Promise<string> {
  const json = JSON.stringify(files.map(({ path, object, size }): SourceRow => [path, object, size]))
  await writeMetered(listing, json, meter)
  return hash('sha256', json)
}
