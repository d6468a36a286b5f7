import { type PackedMember, type SourceFile, writePack } from '@bindery/bundle'
import { joinFacts, type PageFacts, type PageTrace, type RenderedPage, severityOf } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import { type PackFacts, type PageRecord, type PlanDigests, type WrittenPack, writePackFiles } from './chunk-files.ts'

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
  /** Takes the pack. */
  folder: string
}

export interface PackedChunk extends WrittenPack {
  pages: number
  reused: number
  warnings: number
}

/** Packs pages with all that finishing and a later export must know of them. */
export async function writeChunk({ made, pages, folder }: WriteChunk, meter: Meter): Promise<PackedChunk> {
  const all: PageFacts[] = []
  const records: Omit<PageRecord, 'facts'>[] = []
  let reused = 0
  function* files(): Generator<SourceFile | PackedMember> {
    for (const page of pages) {
      all.push(page.facts)
      records.push({ trace: page.trace, files: page.files.map(pathOf) })
      if (page.isReused) reused += 1
      yield* page.files
    }
  }
  const written = writePack(files())
  const pack = Buffer.concat(await Array.fromAsync(written.bytes).catch(explainAuthorError))
  const { pages: joined, search } = joinFacts(all)
  const facts: PackFacts = {
    ...made,
    pages: records.map((record, at) => ({ ...record, facts: joined[at] as PageFacts })),
    search,
  }
  const searched = all.map(({ search = null }) => search)
  return {
    ...(await writePackFiles(folder, { pack, index: written.result(), facts, searched }, meter)),
    pages: all.filter(({ failure }) => !failure).length,
    reused,
    warnings: all.reduce((sum, facts) => sum + countWarnings(facts), 0),
  }
}

export function pathOf(file: SourceFile | PackedMember): string {
  return 'member' in file ? file.file.path : file.path
}

function countWarnings({ diagnostics }: PageFacts): number {
  return diagnostics.filter(({ code }) => severityOf(code) === 'warning').length
}
