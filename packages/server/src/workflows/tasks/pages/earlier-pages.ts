import { join } from 'node:path'
import { type PackedMember, unpackFile } from '@bindery/bundle'
import type { EarlierPage, PageFacts, PageTrace, SitePart } from '@bindery/site'
import { type PackPart, type PlanDigests, readPack, readPart, readTraces } from './chunk-files.ts'
import { openSearched, type SearchedFile } from './searched-file.ts'

/** A page of an earlier export, with its files as they lie packed. */
export interface PackedPage {
  /** Without what it gave to the search. */
  facts: PageFacts
  trace: PageTrace
  made: PlanDigests
  members: PackedMember[]
  /** Where it stands, and at which place. */
  pack: EarlierPack
  at: number
}

export interface EarlierPack {
  part: SitePart
  /** Read once, when it is asked for. */
  searched(): Promise<SearchedFile>
}

export interface EarlierPages {
  packs: EarlierPack[]
  /** By route. */
  pages: ReadonlyMap<string, PackedPage>
}

/** The pages that earlier packs hold: each pack with what lies beside it in a folder. */
export async function openEarlierPages(folders: readonly string[]): Promise<EarlierPages> {
  const packs: EarlierPack[] = []
  const pages = new Map<string, PackedPage>()
  for (const folder of folders) {
    const pack = await openPack(folder)
    packs.push(pack)
    for (const [route, page] of await openPages(folder, pack)) pages.set(route, page)
  }
  return { packs, pages }
}

async function openPack(folder: string): Promise<EarlierPack> {
  let opened: Promise<SearchedFile> | undefined
  return {
    part: await readPart(folder),
    searched() {
      opened ??= openSearched(join(folder, 'search' satisfies PackPart))
      return opened
    },
  }
}

async function openPages(folder: string, pack: EarlierPack): Promise<[string, PackedPage][]> {
  const traces = await readTraces(folder)
  if (!traces) return []
  const { plan, surroundings } = traces
  const members = await readPack(folder)
  const known = new Map(pack.part.pages.map((facts, at) => [facts.route, { facts, at }]))
  return traces.pages.flatMap(({ route, trace, files }): [string, PackedPage][] => {
    const page = known.get(route)
    const packed = files.flatMap((path) => members.get(path) ?? [])
    if (!page || packed.length !== files.length) return []
    return [[route, { ...page, trace, made: { plan, surroundings }, members: packed, pack }]]
  })
}

/** As the renderer takes it: its HTML is unpacked when it is asked for. */
export function toEarlier({ facts, trace, members }: PackedPage): EarlierPage {
  return {
    facts,
    trace,
    async html() {
      const html = members.find(({ file }) => file.path === facts.output)
      if (!html) throw new Error(`The earlier pack has the page ${facts.route} without its HTML.`)
      const bytes = await unpackFile(html.file, html.member)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
    },
  }
}
