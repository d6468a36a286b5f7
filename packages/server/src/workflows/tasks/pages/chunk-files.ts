import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodePackIndex, encodePackIndex, type PackedMember, type PackIndex } from '@bindery/bundle'
import type { PageTrace, SitePart } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'
import { writeMetered } from '../../cache/write-metered.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

// Read once or twice and on machines of ours: level 6 would take twice as long for a seventh less.
export const compressJson = (value: unknown) => compress(JSON.stringify(value), { level: 1 })
export const readJson = async (file: string) => JSON.parse((await decompress(await readFile(file))).toString())

export interface PackContent {
  pack: Uint8Array
  index: PackIndex
  /** Of its pages, if it holds any. */
  joined?: JoinedFacts
  traces?: ChunkTraces
}

/** What finishing must know of a chunk's pages, and what each gave to the search, compressed. */
export interface JoinedFacts {
  part: SitePart
  search: Uint8Array
}

/** What a later export must know to take pages over. */
export interface ChunkTraces extends PlanDigests {
  pages: StoredTrace[]
}

/** By which plan pages were laid out. */
export interface PlanDigests {
  plan: string
  /** Digest of everything that can decide the surroundings of a page. */
  surroundings: string
}

export interface StoredTrace {
  route: string
  trace: PageTrace
  /** Paths of all its files. */
  files: string[]
}

/** A pack and what lies beside it: each for those who read nothing else, who finish, who render, who compare. */
export type PackPart = 'pack' | 'index' | 'facts' | 'search' | 'traces'

/** Written to a folder, under the names of its parts. */
export interface WrittenPack {
  /** Made of the digests of what lies beside the pack: the same content has the same name. */
  name: string
  parts: PackPart[]
}

export async function writePackFiles(folder: string, content: PackContent, meter: Meter): Promise<WrittenPack> {
  const { index, joined } = content
  const [facts, traces] = await Promise.all([
    joined && compressJson(joined.part),
    content.traces && compressJson(content.traces),
  ])
  const besides: [PackPart, Uint8Array][] = [['index', encodePackIndex(index)]]
  if (joined && facts) besides.push(['facts', facts], ['search', joined.search])
  if (traces) besides.push(['traces', traces])
  const name = hash('sha256', besides.map(([, bytes]) => hash('sha256', bytes)).join('\n'))
  const all: [PackPart, Uint8Array][] = [['pack', content.pack], ...besides]
  for (const [part, bytes] of all) await writeMetered(join(folder, part), bytes, meter)
  return { name, parts: all.map(([part]) => part) }
}

/** Undefined when they are gone: then nothing is taken over. */
export async function readTraces(folder: string): Promise<ChunkTraces | undefined> {
  const file = join(folder, 'traces' satisfies PackPart)
  return existsSync(file) ? readJson(file) : undefined
}

/** What is known of each page, but for what it gave to the search. */
export async function readPart(folder: string): Promise<SitePart> {
  return readJson(join(folder, 'facts' satisfies PackPart))
}

/** The files of a pack by their paths, packed as they are. */
export async function readPack(folder: string): Promise<Map<string, PackedMember>> {
  const { files } = decodePackIndex(await readFile(join(folder, 'index' satisfies PackPart)))
  const bytes = await readFile(join(folder, 'pack' satisfies PackPart))
  return new Map(
    files.map(({ offset, packedSize, ...file }) => [
      file.path,
      { file, member: bytes.subarray(offset, offset + packedSize) },
    ]),
  )
}
