import { hash } from 'node:crypto'
import { comparePaths, type PackedMember, type SourceFile, writePack } from '@bindery/bundle'
import { hasSameFiles, type PageFacts, type RenderedPage } from '@bindery/site'
import type { FinishedChunk } from '../core/exports/record-chunk.ts'
import { exportPrefix } from '../storage/object-keys.ts'
import { type StoredTrace, storePack } from './chunk-objects.ts'
import type { ChunkRange } from './cut-chunks.ts'
import { type KeptPage, openEarlierPages, unpackEarlier } from './earlier-pages.ts'
import { openSnapshot } from './open-snapshot.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

/** One chunk of an export, as its workflow is told it. */
export interface ChunkOrder {
  exportId: string
  organizationId: string
  index: number
  range: ChunkRange
  snapshot: StoredObject
  plan: StoredObject
  /** Packs of an earlier export that may hold the same pages. */
  earlier: string[]
}

/** What is stored of one page. */
interface PackedPage {
  files: (SourceFile | PackedMember)[]
  facts: PageFacts
  trace?: RenderedPage['trace']
  isReused: boolean
}

/** Makes the pages of a chunk, or takes over what an earlier export has of them, and stores them as one pack. */
export async function renderPages(
  context: WorkerContext,
  chunk: ChunkOrder,
  signal: AbortSignal,
): Promise<FinishedChunk> {
  const { exportId, organizationId, index, range } = chunk
  using plan = await context.readPlan(chunk.plan)
  const facts: PageFacts[] = []
  const traces: StoredTrace[] = []
  let reused = 0
  async function* files(): AsyncGenerator<SourceFile | PackedMember> {
    for await (const page of packPages(context, chunk, signal)) {
      facts.push(page.facts)
      if (page.isReused) reused += 1
      if (page.trace) traces.push({ route: page.facts.route, trace: page.trace, files: page.files.map(pathOf) })
      yield* page.files
    }
  }
  const written = writePack(files())
  const pack = Buffer.concat(await Array.fromAsync(written.bytes))
  const prefix = chunkPrefix(organizationId, exportId, index)
  const content = { pack, index: written.result(), facts, traces: { plan: chunk.plan.sha256, pages: traces } }
  return {
    exportId,
    index,
    firstPage: plan.pages[range.from]?.place ?? '',
    pages: facts.filter((page) => !page.failure).length,
    reused,
    warnings: facts.reduce((sum, page) => sum + page.diagnostics.length, 0),
    packKey: await storePack(context.store, prefix, content),
  }
}

export function chunkPrefix(organizationId: string, exportId: string, index: number): string {
  return `${exportPrefix(organizationId, exportId)}chunk/${index}/`
}

async function* packPages(context: WorkerContext, chunk: ChunkOrder, signal: AbortSignal): AsyncGenerator<PackedPage> {
  using snapshot = await openSnapshot(context, chunk.snapshot)
  using plan = await context.readPlan(chunk.plan)
  const root = snapshot.path
  const routes = plan.pages.slice(chunk.range.from, chunk.range.to).map((page) => page.route)
  const earlier = await openEarlierPages(context.store, chunk.earlier)
  // Packs beside this chunk's own hold pages of others too, whose files need no reading here.
  const isWhole = (page: KeptPage | undefined) => page?.plan === chunk.plan.sha256 && hasSameFiles(page.trace, root)
  const whole = new Set(routes.filter((route) => isWhole(earlier.get(route))))

  const rendered = context.pool
    .render({
      root,
      planFile: plan.file,
      pages: routes.filter((route) => !whole.has(route)),
      group: chunk.organizationId,
      earlier: async (route) => {
        const page = earlier.get(route)
        return page && unpackEarlier(page)
      },
      highlightCache: context.cache.highlightFile(chunk.organizationId),
      signal,
    })
    [Symbol.asyncIterator]()
  for (const route of routes) {
    const kept = earlier.get(route)
    if (kept && whole.has(route)) {
      yield { files: kept.members, facts: kept.facts, trace: kept.trace, isReused: true }
      continue
    }
    const next = await rendered.next()
    if (next.done) throw new Error(`The renderer has left out ${route}.`)
    yield packRendered(next.value, kept)
  }
}

function packRendered({ files, facts, trace, reused }: RenderedPage, kept: KeptPage | undefined): PackedPage {
  const made = files.map((file) => keepPacked({ ...file, page: facts.file }, kept))
  // Beside the HTML, which was laid out anew, its files are still those that it had.
  const besides = reused && kept ? kept.members.filter(({ file }) => file.path !== facts.output) : []
  const sorted = [...made, ...besides].sort((a, b) => comparePaths(pathOf(a), pathOf(b)))
  return { files: sorted, facts, ...(trace && { trace }), isReused: reused === true }
}

/** What came out the same is not compressed again. */
function keepPacked(file: SourceFile, kept: KeptPage | undefined): SourceFile | PackedMember {
  const packed = kept?.members.find((member) => member.file.path === file.path)
  return packed && packed.file.sha256 === hash('sha256', file.bytes) ? packed : file
}

function pathOf(file: SourceFile | PackedMember): string {
  return 'member' in file ? file.file.path : file.path
}
