import { type PackedMember, unpackFile } from '@bindery/bundle'
import type { EarlierPage, PageFacts, PageTrace } from '@bindery/site'
import { type PackPart, type PlanDigests, readFacts, readPack, readSearched } from './chunk-files.ts'

/** A page of an earlier export, with its files as they lie packed. */
export interface PackedPage {
  facts: PageFacts
  trace: PageTrace
  made: PlanDigests
  members: PackedMember[]
}

/** Paths of the objects of a pack on this host. */
export type PackFiles = Record<PackPart, string>

/** The pages of earlier packs, by route. */
export async function openEarlierPages(packs: readonly PackFiles[]): Promise<Map<string, PackedPage>> {
  const all = new Map<string, PackedPage>()
  for (const files of packs) {
    const { pages, plan, surroundings } = await readFacts(files.facts)
    const made = { plan, surroundings }
    const searched = await readSearched(files.searched)
    const members = await readPack(files)
    for (const [at, { facts, trace, files }] of pages.entries()) {
      const packed = files.flatMap((path) => members.get(path) ?? [])
      const search = searched[at]
      const whole = search ? { ...facts, search } : facts
      if (trace && packed.length === files.length) all.set(facts.route, { facts: whole, trace, made, members: packed })
    }
  }
  return all
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
