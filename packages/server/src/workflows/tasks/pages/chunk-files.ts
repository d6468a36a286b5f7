import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodePackIndex, encodePackIndex, type PackedMember, type PackIndex } from '@bindery/bundle'
import type { PageFacts, PageTrace, SitePart } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'
import { writeMetered } from '../../cache/write-metered.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

// Read once or twice and on machines of ours: level 6 would take twice as long for a seventh less.
export const compressJson = (value: unknown) => compress(JSON.stringify(value), { level: 1 })
const readJson = async (file: string) => JSON.parse((await decompress(await readFile(file))).toString())
export const readFacts = (file: string): Promise<PackFacts> => readJson(file)
export const readSearched = (file: string): Promise<Searched[]> => readJson(file)

export interface PackContent {
  pack: Uint8Array
  index: PackIndex
  /** Facts of the pages; absent in a pack of shared files. */
  facts?: PackFacts
  searched?: Searched[]
}

/** Facts of the pages of a pack, for finishing and for later exports. */
export interface PackFacts extends PlanDigests {
  pages: PageRecord[]
  /** The joined search entries of all pages. */
  search: SitePart['search']
}

/** Search entry of one page, needed to join the entries again after a change; null for a page that is not searched. */
export type Searched = NonNullable<PageFacts['search']> | null

/** By which plan pages were laid out. */
export interface PlanDigests {
  plan: string
  /** Digest of everything that can decide the surroundings of a page. */
  surroundings: string
}

export interface PageRecord {
  /** Without the search entry. */
  facts: PageFacts
  /** Absent on a page that failed. */
  trace?: PageTrace | undefined
  /** Paths of all its files. */
  files: string[]
}

/** Objects of a stored pack: the files, their index, and what is known of the pages. */
export const packParts = ['pack', 'index', 'facts', 'searched'] as const
export type PackPart = (typeof packParts)[number]

/** Written to a folder, under the names of its parts. */
export interface WrittenPack {
  /** Made of the digests of what lies beside the pack: the same content has the same name. */
  name: string
  parts: PackPart[]
}

export async function writePackFiles(folder: string, content: PackContent, meter: Meter): Promise<WrittenPack> {
  const besides: [PackPart, Uint8Array][] = [['index', encodePackIndex(content.index)]]
  if (content.facts) besides.push(['facts', await compressJson(content.facts)])
  if (content.searched) besides.push(['searched', await compressJson(content.searched)])
  const name = hash('sha256', besides.map(([, bytes]) => hash('sha256', bytes)).join('\n'))
  const all: [PackPart, Uint8Array][] = [['pack', content.pack], ...besides]
  for (const [part, bytes] of all) await writeMetered(join(folder, part), bytes, meter)
  return { name, parts: all.map(([part]) => part) }
}

/** The files of a pack by their paths, packed as they are. */
export async function readPack(files: { pack: string; index: string }): Promise<Map<string, PackedMember>> {
  const index = decodePackIndex(await readFile(files.index))
  const bytes = await readFile(files.pack)
  return new Map(
    index.files.map(({ offset, packedSize, ...file }) => [
      file.path,
      { file, member: bytes.subarray(offset, offset + packedSize) },
    ]),
  )
}
