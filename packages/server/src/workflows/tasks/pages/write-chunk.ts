import { type PackedMember, type SourceFile, writePack } from '@bindery/bundle'
import { type PageFacts, type PageTrace, type RenderedPage, severityOf } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'
import { explainAuthorError } from '../explain-author-error.ts'
import {
  type JoinedFacts,
  type PlanDigests,
  type StoredTrace,
  type WrittenPack,
  writePackFiles,
} from './chunk-files.ts'

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
  /** Joins what the pages tell of themselves. */
  join(facts: readonly PageFacts[]): Promise<JoinedFacts>
  /** Takes the pack. */
  folder: string
}

export interface PackedChunk extends WrittenPack {
  pages: number
  reused: number
  warnings: number
}

/** Packs pages with all that finishing and a later export must know of them. */
export async function writeChunk({ made, pages, join, folder }: WriteChunk, meter: Meter): Promise<PackedChunk> {
  const facts: PageFacts[] = []
  const traces: StoredTrace[] = []
  let reused = 0
  function* files(): Generator<SourceFile | PackedMember> {
    for (const page of pages) {
      facts.push(page.facts)
      if (page.isReused) reused += 1
      if (page.trace) traces.push({ route: page.facts.route, trace: page.trace, files: page.files.map(pathOf) })
      yield* page.files
    }
  }
  const written = writePack(files())
  const pack = Buffer.concat(await Array.fromAsync(written.bytes).catch(explainAuthorError))
  const content = { pack, index: written.result(), joined: await join(facts), traces: { ...made, pages: traces } }
  return {
    ...(await writePackFiles(folder, content, meter)),
    pages: facts.filter((page) => !page.failure).length,
    reused,
    warnings: facts.reduce((sum, page) => sum + countWarnings(page), 0),
  }
}

export function pathOf(file: SourceFile | PackedMember): string {
  return 'member' in file ? file.file.path : file.path
}

function countWarnings({ diagnostics }: PageFacts): number {
  return diagnostics.filter(({ code }) => severityOf(code) === 'warning').length
}
