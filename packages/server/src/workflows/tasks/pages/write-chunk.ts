import { type PackedMember, type SourceFile, writePack } from '@bindery/bundle'
import { type JoinedPage, type PageFacts, type PageTrace, type RenderedPage, severityOf } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'
import { writeMetered } from '../../cache/write-metered.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import { type PlanDigests, type StoredTrace, type WrittenPack, writePackFiles } from './chunk-files.ts'
import type { EarlierPages } from './earlier-pages.ts'
import { joinChunk } from './join-chunk.ts'
import { writeOutline } from './write-outline.ts'

/** What is stored of one page. */
export interface StoredPage {
  /** In the order of the bundle. */
  files: (SourceFile | PackedMember)[]
  facts: PageFacts
  trace?: PageTrace | undefined
  isReused: boolean
  /** As it was laid out, where that was done just now. */
  rendered?: RenderedPage
}

interface WriteChunk {
  made: PlanDigests
  /** In the order of the bundle. */
  pages: Iterable<StoredPage>
  /** Of which some are taken over. */
  earlier: EarlierPages
  /** Takes the pack. */
  folder: string
  /** Takes the outline of its part, which finishing then need not make. */
  outline?: string | undefined
}

export interface PackedChunk extends WrittenPack {
  pages: number
  reused: number
  warnings: number
}

/** Packs pages with all that finishing and a later export must know of them. */
export async function writeChunk(chunk: WriteChunk, meter: Meter): Promise<PackedChunk> {
  const { made, pages, earlier, folder, outline } = chunk
  const joined: JoinedPage[] = []
  const traces: StoredTrace[] = []
  function* files(): Generator<SourceFile | PackedMember> {
    for (const page of pages) {
      joined.push({ facts: page.facts, isReused: page.isReused })
      if (page.trace) traces.push({ route: page.facts.route, trace: page.trace, files: page.files.map(pathOf) })
      yield* page.files
    }
  }
  const written = writePack(files())
  const pack = Buffer.concat(await Array.fromAsync(written.bytes).catch(explainAuthorError))
  const facts = await joinChunk(joined, earlier)
  const content = { pack, index: written.result(), joined: facts, traces: { ...made, pages: traces } }
  if (outline !== undefined) await writeMetered(outline, writeOutline(facts.part), meter)
  return {
    ...(await writePackFiles(folder, content, meter)),
    pages: joined.filter(({ facts }) => !facts.failure).length,
    reused: joined.filter(({ isReused }) => isReused).length,
    warnings: joined.reduce((sum, { facts }) => sum + countWarnings(facts), 0),
  }
}

export function pathOf(file: SourceFile | PackedMember): string {
  return 'member' in file ? file.file.path : file.path
}

function countWarnings({ diagnostics }: PageFacts): number {
  return diagnostics.filter(({ code }) => severityOf(code) === 'warning').length
}
