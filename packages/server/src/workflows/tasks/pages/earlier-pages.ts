import { type PackedMember, unpackFile } from '@bindery/bundle'
import type { EarlierPage, PageFacts, PageTrace } from '@bindery/site'
import { type PlanDigests, readPack, readPart, readTraces } from './chunk-files.ts'

/** A page of an earlier export, with its files as they lie packed. */
export interface PackedPage {
  /** Without what it gave to the search. */
  facts: PageFacts
  trace: PageTrace
  made: PlanDigests
  members: PackedMember[]
}

/** The pages that earlier packs hold, by route: each pack with what lies beside it in a folder. */
export async function openEarlierPages(folders: readonly string[]): Promise<Map<string, PackedPage>> {
  const pages = new Map<string, PackedPage>()
  for (const folder of folders) for (const [route, page] of await openPages(folder)) pages.set(route, page)
  return pages
}

async function openPages(folder: string): Promise<[string, PackedPage][]> {
  const traces = await readTraces(folder)
  if (!traces) return []
  const { plan, surroundings } = traces
  const members = await readPack(folder)
  const facts = new Map((await readPart(folder)).pages.map((page) => [page.route, page]))
  return traces.pages.flatMap(({ route, trace, files }): [string, PackedPage][] => {
    const known = facts.get(route)
    const packed = files.flatMap((path) => members.get(path) ?? [])
    if (!known || packed.length !== files.length) return []
    return [[route, { facts: known, trace, made: { plan, surroundings }, members: packed }]]
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
