import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { AskParent } from '@bindery/site'
import type { SourceFile } from '../../../../git/files/read-files.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { isBinaryName } from '../is-binary-name.ts'
import { type FilledFolder, type FillFolder, fillFolder } from './fill-folder.ts'
import { unpackContent } from './pack-content.ts'
import { type ListRow, readList, type SourceList } from './source-list.ts'

interface OpenSource extends FillFolder {
  list: string
  /** Some pages are to be rendered, and no others; all files without it. */
  pages?: SomePages | undefined
}

export interface SomePages {
  /** Their files. */
  files: string[]
  /** Of all pages of the site, a line for each, as the plan lists them. */
  list: string
}

/** A part of a pack; the worker, which alone reaches the bucket, says where it lies until it is asked for the next. */
export interface PartRequest {
  pack: string
  offset: number
  length: number
  isWhole: boolean
}

/** Makes the folder of a stored source; only what the base does not have is read from the bucket. */
export async function openSource(input: OpenSource, ask: AskParent): Promise<FilledFolder> {
  using meter = createRemoteMeter(ask)
  const list = await readList(input.list)
  const isNeeded = input.pages ? await needOf(input.pages) : () => true
  const rows = list.files.filter(([path]) => isNeeded(path))
  const byPath = new Map(rows.map((row) => [row[0], row]))
  const files = rows.map(([path, object, size]) => ({ path, object, size }))
  const read = (missing: { path: string }[]) =>
    readPacks(
      list,
      missing.map(({ path }) => byPath.get(path) as ListRow),
      ask,
    )
  return await fillFolder(input, files, read, meter)
}

/** Rendering reads the page and what it imports, and descriptions of APIs; never a picture or another page, or hardly ever. */
async function needOf({ files, list }: SomePages): Promise<(path: string) => boolean> {
  const lines = (await readFile(list, 'utf8')).split('\n').filter(Boolean)
  const pages = new Set(lines.map((line) => (JSON.parse(line) as [route: string, file: string])[1]))
  const own = new Set(files)
  return (path) => own.has(path) || (!pages.has(path) && !isBinaryName(path))
}

async function* readPacks(list: SourceList, rows: readonly ListRow[], ask: AskParent): AsyncGenerator<SourceFile> {
  const stored = Map.groupBy(rows, ([, , size, pack]) => (size === 0 ? undefined : pack))
  for (const [path] of stored.get(undefined) ?? []) yield { path, bytes: Buffer.alloc(0) }
  for (const [at, { name, bytes }] of list.packs.entries()) {
    for (const { offset, length, rows } of joinParts(stored.get(at) ?? [], bytes)) {
      const request: PartRequest = { pack: name, offset, length, isWhole: length === bytes }
      const part = readFileSync(String(await ask('part', request)))
      for (const [path, object, size, , from, long] of rows) {
        const packed = part.subarray(from - offset, from - offset + long)
        yield { path, bytes: unpackContent(packed, { object, size }) }
      }
    }
  }
}

interface Part {
  offset: number
  length: number
  rows: ListRow[]
}

// A request takes as long as some hundred kilobytes.
const gapBytes = 128 * 1024

/** What is read at once. Where most of a pack is needed, all of it is. */
function joinParts(unsorted: readonly ListRow[], packBytes: number): Part[] {
  if (unsorted.length === 0) return []
  const rows = unsorted.toSorted((a, b) => a[4] - b[4])
  const needed = rows.reduce((sum, [, , , , , length]) => sum + length, 0)
  if (needed * 2 >= packBytes) return [{ offset: 0, length: packBytes, rows }]
  const parts: Part[] = []
  for (const row of rows) {
    const [, , , , offset, length] = row
    const last = parts.at(-1)
    if (last && offset <= last.offset + last.length + gapBytes) {
      last.length = Math.max(last.length, offset + length - last.offset)
      last.rows.push(row)
    } else parts.push({ offset, length, rows: [row] })
  }
  return parts
}
