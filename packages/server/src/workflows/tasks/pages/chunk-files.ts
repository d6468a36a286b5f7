import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decodePackIndex, encodePackIndex, type PackedMember, type PackIndex } from '@bindery/bundle'
import { joinFacts, type PageFacts, type PageTrace, type SitePart } from '@bindery/site'
import { diskBytes } from '../../cache/disk-size.ts'
import type { Meter } from '../../cache/meter.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

// Read once or twice and on machines of ours: level 6 would take twice as long for a seventh less.
export const compressJson = (value: unknown) => compress(JSON.stringify(value), { level: 1 })
export const readJson = async (file: string) => JSON.parse((await decompress(await readFile(file))).toString())

export interface PackContent {
  pack: Uint8Array
  index: PackIndex
  /** Of its pages, if it holds any. */
  facts?: readonly PageFacts[]
  traces?: ChunkTraces
}

/** What a later export must know to take pages over. */
export interface ChunkTraces {
  /** Digest of the plan that they were laid out by. */
  plan: string
  pages: StoredTrace[]
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
  const besides: [PackPart, Uint8Array][] = [['index', encodePackIndex(content.index)]]
  if (content.facts) {
    besides.push(['facts', await compressJson(joinFacts(content.facts))])
    besides.push(['search', await compressJson(content.facts.map(({ search }) => search ?? null))])
  }
  if (content.traces) besides.push(['traces', await compressJson(content.traces)])
  const name = hash('sha256', besides.map(([, bytes]) => hash('sha256', bytes)).join('\n'))
  const all: [PackPart, Uint8Array][] = [['pack', content.pack], ...besides]
  for (const [part, bytes] of all) {
    await meter.add(diskBytes(bytes.length))
    await writeFile(join(folder, part), bytes)
  }
  return { name, parts: all.map(([part]) => part) }
}

/** Undefined when they are gone: then nothing is taken over. */
export async function readTraces(folder: string): Promise<ChunkTraces | undefined> {
  const file = join(folder, 'traces' satisfies PackPart)
  return existsSync(file) ? readJson(file) : undefined
}

/** All that is known of each page. */
export async function readFacts(folder: string): Promise<PageFacts[]> {
  const { pages } = (await readJson(join(folder, 'facts' satisfies PackPart))) as SitePart
  const searched = (await readJson(join(folder, 'search' satisfies PackPart))) as (PageFacts['search'] | null)[]
  return pages.map((page, at) => {
    const search = searched[at]
    return search ? { ...page, search } : page
  })
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
