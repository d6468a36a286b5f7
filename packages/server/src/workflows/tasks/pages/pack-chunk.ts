import { hash } from 'node:crypto'
import { comparePaths, type PackedMember, type SourceFile } from '@bindery/bundle'
import { type AskParent, type RenderedPage, readRenderedPage } from '@bindery/site'
import { createRemoteMeter } from '../remote-meter.ts'
import type { PlanDigests } from './chunk-files.ts'
import { openEarlierPages, type PackedPage, type PackFiles } from './earlier-pages.ts'
import { type PackedChunk, pathOf, type StoredPage, writeChunk } from './write-chunk.ts'

interface PackChunk {
  made: PlanDigests
  /** In the order of the bundle; one without a file is taken over as it was. */
  pages: { route: string; file?: string | undefined }[]
  earlier: PackFiles[]
  /** Takes the pack. */
  folder: string
}

/** Packs rendered pages, and those that an earlier export has, with all that finishing must know of them. */
export async function packChunk(input: PackChunk, ask: AskParent): Promise<PackedChunk> {
  const { made, pages, folder } = input
  using meter = createRemoteMeter(ask)
  const earlier = await openEarlierPages(input.earlier)
  function* stored(): Generator<StoredPage> {
    for (const { route, file } of pages) yield openPage(route, file, earlier)
  }
  return await writeChunk({ made, pages: stored(), folder }, meter)
}

function openPage(route: string, file: string | undefined, earlier: ReadonlyMap<string, PackedPage>): StoredPage {
  const known = earlier.get(route)
  if (file !== undefined) return storeRendered(readRenderedPage(file), known)
  if (!known) throw new Error(`No earlier pack has the page ${route} any more.`)
  return storeWhole(known)
}

/** A page that is taken over as it was. */
export function storeWhole({ members, facts, trace }: PackedPage): StoredPage {
  return { files: members, facts, trace, isReused: true }
}

export function storeRendered(
  { files, facts, trace, reused }: RenderedPage,
  known: PackedPage | undefined,
): StoredPage {
  const made = files.map((file) => reusePacked({ ...file, page: facts.file }, known))
  // Beside the HTML, which was laid out anew, its files are still those that it had.
  const besides = reused && known ? known.members.filter(({ file }) => file.path !== facts.output) : []
  const sorted = [...made, ...besides].sort((a, b) => comparePaths(pathOf(a), pathOf(b)))
  return { files: sorted, facts, ...(trace && { trace }), isReused: reused === true }
}

/** What came out the same is not compressed again. */
function reusePacked(file: SourceFile, known: PackedPage | undefined): SourceFile | PackedMember {
  const packed = known?.members.find((member) => member.file.path === file.path)
  return packed && packed.file.sha256 === hash('sha256', file.bytes) ? packed : file
}
