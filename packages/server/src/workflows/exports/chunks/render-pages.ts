import { join } from 'node:path'
import { explainEnd, type ProcessEnded } from '@bindery/site/parent'
import { failExport } from '../../../core/exports/run/fail-export.ts'
import type { FinishedChunk } from '../../../core/exports/run/record-chunk.ts'
import { recordEndedProcess } from '../../../core/jobs/record-ended-process.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import { diskBytes } from '../../cache/disk-size.ts'
import type { OpenEntry } from '../../cache/entries.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { explainPage } from '../../tasks/explain-ends.ts'
import type { PackFiles } from '../../tasks/pages/earlier-pages.ts'
import type { PackedChunk } from '../../tasks/pages/write-chunk.ts'
import { processesToFail, runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { OpenPlan, OrderedPage } from '../../worker/plan-reader.ts'
import { openSource } from '../../worker/source/open-source.ts'
import type { StoredSnapshot } from '../../worker/source/stored-snapshot.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { digestsOf, type StoredPlan } from '../source/plan-export.ts'
import { openPack, storePack } from './chunk-objects.ts'
import type { ChunkRange } from './cut-chunks.ts'

/** One chunk of an export, as its workflow is told it. */
export interface ChunkOrder {
  exportId: string
  organizationId: string
  projectId: string
  index: number
  range: ChunkRange
  snapshot: StoredSnapshot
  plan: StoredPlan
  /** A worker that has nothing of the source reads only the files of this chunk. */
  readsOwnFiles?: boolean
  /** Packs of an earlier export that may hold the same pages. */
  earlier: string[]
}

/** A page of the chunk, and where it lies between two processes. */
interface ChunkPage extends OrderedPage {
  rendered: string
}

interface Chunk {
  order: ChunkOrder
  root: OpenEntry
  plan: OpenPlan
  pages: ChunkPage[]
  earlier: PackFiles[]
  scratch: Scratch
  signal: AbortSignal
}

/** Makes the pages of a chunk, or takes over what an earlier export has of them, and stores them as one pack. */
export async function renderPages(
  context: WorkerContext,
  order: ChunkOrder,
  signal: AbortSignal,
): Promise<FinishedChunk> {
  using plan = await context.readPlan(order, order.plan)
  if (order.readsOwnFiles) {
    const files = plan.pages.slice(order.range.from, order.range.to).map(({ file }) => file)
    using root = await openSource(context, order, order.snapshot, { files, list: plan.list })
    try {
      return await renderFrom(context, order, { root, plan }, signal)
    } catch (error) {
      if (!isMissingFile(error)) throw error
      // A page that imports another page, which stands in another chunk.
    }
  }
  using root = await openSource(context, order, order.snapshot)
  return await renderFrom(context, order, { root, plan }, signal)
}

/** By its code, which an error keeps on its way from another process. */
function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function renderFrom(
  context: WorkerContext,
  order: ChunkOrder,
  { root, plan }: { root: OpenEntry; plan: OpenPlan },
  signal: AbortSignal,
): Promise<FinishedChunk> {
  const { exportId, organizationId, index, range } = order
  return await context.cache.withScratch(async (scratch) => {
    const pages = plan.pages.slice(range.from, range.to).map((page, at) => ({
      ...page,
      rendered: join(scratch.folder, `rendered-${at}`),
    }))
    using held = new DisposableStack()
    const earlier = await openEarlier(context, order, held)
    const chunk: Chunk = { order, root, plan, pages, earlier, scratch, signal }
    const { name, parts, ...counts } = await makePack(context, chunk)
    const prefix = chunkPrefix(organizationId, exportId, index)
    const packKey = await storePack(context.store, prefix, { name, parts, folder: scratch.folder })
    return { exportId, index, firstPage: pages[0]?.place ?? '', ...counts, packKey }
  })
}

function chunkPrefix(organizationId: string, exportId: string, index: number): string {
  return `${exportPrefix(organizationId, exportId)}chunk/${index}/`
}

/** Leaves out packs that were deleted in the meantime. */
async function openEarlier(
  context: WorkerContext,
  { earlier, projectId }: ChunkOrder,
  held: DisposableStack,
): Promise<PackFiles[]> {
  const packs: PackFiles[] = []
  for (const packKey of earlier) {
    const pack = await openPack(context, projectId, packKey, held)
    if (pack) packs.push(pack)
  }
  return packs
}

async function makePack(context: WorkerContext, chunk: Chunk): Promise<PackedChunk> {
  const all = chunk.pages.map(({ route }) => route)
  const { open, laidOut, packed } =
    chunk.earlier.length > 0 ? await reuse(context, chunk) : { open: all, laidOut: [], packed: undefined }
  if (packed) return packed
  await render(context, chunk, open)
  return packPages(context, chunk, new Set([...open, ...laidOut]))
}

async function render(context: WorkerContext, chunk: Chunk, open: string[]): Promise<void> {
  const { order, root, plan, pages, scratch, signal } = chunk
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const pageOf = (route: string) => byRoute.get(route) as ChunkPage
  const written = context.pool.renderToFiles({
    root: root.path,
    planFile: plan.file,
    pages: open,
    group: order.organizationId,
    fileOf: (route) => pageOf(route).rendered,
    highlightCache: context.cache.highlightFile(order.organizationId),
    onProcessEnded: (route, ended) => notePageEnd(context, order, pageOf(route), ended),
    signal,
  })
  for await (const { bytes } of written) await scratch.room.take(diskBytes(bytes), signal)
}

/** Takes over what an earlier export has, and packs it where that is all. */
function reuse(context: WorkerContext, { order, root, plan, pages, earlier, scratch, signal }: Chunk) {
  const files = pages.map(({ route, rendered: file }) => ({ route, file }))
  const made = digestsOf(order.plan)
  const input = { root: root.path, made, planFile: plan.file, pages: files, earlier, folder: scratch.folder }
  const options = { rank: taskRanks.render, bytes: root.bytes, room: scratch.room, signal }
  return runTask(context, order, 'reusePages', input, options)
}

// Each takes its whole time twice. A site with more of them is not one with a bad page.
const pagesLeftOut = 3

/**
 * The first time it is tried again; the second time it is left out of the site. Where too many are, the whole export
 * fails at once, and its other chunks see it.
 */
async function notePageEnd(
  { db, log }: WorkerContext,
  { exportId }: ChunkOrder,
  { route, file }: ChunkPage,
  ended: ProcessEnded,
): Promise<string | undefined> {
  const { count, repeated } = await recordEndedProcess(db, { exportId }, `page ${route}`)
  log.warn({ job: exportId, page: file, kind: ended.kind, detail: ended.detail, count }, 'a page ended its process')
  if (count < processesToFail) return undefined
  if (repeated <= pagesLeftOut) return explainEnd(ended)
  const failure = explainPage(file, ended)
  await failExport(db, exportId, failure)
  throw failure
}

function packPages(context: WorkerContext, chunk: Chunk, rendered: ReadonlySet<string>) {
  const { order, root, earlier, scratch, signal } = chunk
  const pages = chunk.pages.map(({ route, rendered: file }) => (rendered.has(route) ? { route, file } : { route }))
  const input = { made: digestsOf(order.plan), pages, earlier, folder: scratch.folder }
  const options = { rank: taskRanks.render, bytes: root.bytes, room: scratch.room, signal }
  return runTask(context, order, 'packChunk', input, options)
}
