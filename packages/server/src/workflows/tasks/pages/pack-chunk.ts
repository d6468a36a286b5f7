import { hash } from 'node:crypto'
import { comparePaths, type PackedMember, type SourceFile, writePack } from '@bindery/bundle'
import { type AskParent, type PageFacts, type RenderedPage, readRenderedPage, severityOf } from '@bindery/site'
import { explainAuthorError } from '../explain-author-error.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { type StoredTrace, type WrittenPack, writePackFiles } from './chunk-files.ts'
import { openEarlierPages, type PackedPage } from './earlier-pages.ts'

interface PackChunk {
  /** Digest of the plan. */
  plan: string
  /** In the order of the bundle; one without a file is taken over as it was. */
  pages: { route: string; file?: string | undefined }[]
  /** Earlier packs, each in a folder. */
  folders: string[]
  /** Takes the pack. */
  folder: string
}

export interface PackedChunk extends WrittenPack {
  pages: number
  reused: number
  warnings: number
}

/** What is stored of one page. */
interface StoredPage {
  files: (SourceFile | PackedMember)[]
  facts: PageFacts
  trace?: RenderedPage['trace']
  isReused: boolean
}

/** Packs rendered pages, and those that an earlier export has, with all that finishing must know of them. */
export async function packChunk({ plan, pages, folders, folder }: PackChunk, ask: AskParent): Promise<PackedChunk> {
  using meter = createRemoteMeter(ask)
  const earlier = await openEarlierPages(folders)
  const facts: PageFacts[] = []
  const traces: StoredTrace[] = []
  let reused = 0
  async function* files(): AsyncGenerator<SourceFile | PackedMember> {
    for (const { route, file } of pages) {
      const page = openPage(route, file, earlier)
      facts.push(page.facts)
      if (page.isReused) reused += 1
      if (page.trace) traces.push({ route: page.facts.route, trace: page.trace, files: page.files.map(pathOf) })
      yield* page.files
    }
  }
  const written = writePack(files())
  const pack = Buffer.concat(await Array.fromAsync(written.bytes).catch(explainAuthorError))
  const content = { pack, index: written.result(), facts, traces: { plan, pages: traces } }
  return {
    ...(await writePackFiles(folder, content, meter)),
    pages: facts.filter((page) => !page.failure).length,
    reused,
    warnings: facts.reduce((sum, page) => sum + countWarnings(page), 0),
  }
}

function countWarnings({ diagnostics }: PageFacts): number {
  return diagnostics.filter(({ code }) => severityOf(code) === 'warning').length
}

function openPage(route: string, file: string | undefined, earlier: Map<string, PackedPage>): StoredPage {
  const known = earlier.get(route)
  if (file !== undefined) return storeRendered(readRenderedPage(file), known)
  if (!known) throw new Error(`No earlier pack has the page ${route} any more.`)
  return { files: known.members, facts: known.facts, trace: known.trace, isReused: true }
}

function storeRendered({ files, facts, trace, reused }: RenderedPage, known: PackedPage | undefined): StoredPage {
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

function pathOf(file: SourceFile | PackedMember): string {
  return 'member' in file ? file.file.path : file.path
}
