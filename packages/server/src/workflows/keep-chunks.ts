import { hasSameFiles } from '@bindery/site'
import type { ExportOrder } from '../core/exports/begin-export.ts'
import { type EarlierChunk, findEarlierChunks, overlapping } from '../core/exports/find-earlier-chunks.ts'
import { recordChunk } from '../core/exports/record-chunk.ts'
import { copyPack, readTraces } from './chunk-objects.ts'
import { type ChunkRange, cutChunks } from './cut-chunks.ts'
import type { ExportSource } from './fetch-export-source.ts'
import { openSnapshot } from './open-snapshot.ts'
import type { ExportPlan } from './plan-export.ts'
import type { OrderedPage } from './plan-reader.ts'
import { chunkPrefix } from './render-pages.ts'
import type { WorkerContext } from './worker-context.ts'

/** A chunk that is still to be rendered. */
export interface OpenChunk {
  index: number
  range: ChunkRange
  /** Packs of an earlier export that may hold the same pages. */
  earlier: string[]
}

// Small reads and copies, of which a bucket answers many at a time.
const width = 8

/**
 * Cuts an export into chunks, and takes over at once those of which nothing has changed: by copies inside the bucket, so
 * that every export owns what it is made of. Returns the others.
 */
export async function keepChunks(
  context: WorkerContext,
  order: ExportOrder,
  { source, plan }: { source: ExportSource; plan: ExportPlan },
  signal: AbortSignal,
): Promise<OpenChunk[]> {
  using root = await openSnapshot(context, source.snapshot)
  using opened = await context.readPlan(plan)
  const { pages } = opened
  const ranges = cutChunks(pages.map(({ place }) => place))
  const before = await findEarlierChunks(context.db, order)
  const open: OpenChunk[] = []
  const waiting = ranges.entries()
  const drain = async () => {
    for (const [index, range] of waiting) {
      signal.throwIfAborted()
      const earlier = findEarlier(before, pages, range)
      const [only, ...more] = earlier
      const isKept = only && more.length === 0 && (await keepChunk(index, only, range))
      if (!isKept) open.push({ index, range, earlier: earlier.map(({ packKey }) => packKey) })
    }
  }
  await Promise.all(Array.from({ length: width }, drain))
  return open.sort((a, b) => a.index - b.index)

  async function keepChunk(index: number, earlier: EarlierChunk, { from, to }: ChunkRange): Promise<boolean> {
    const { packKey, warnings } = earlier
    const traces = await readTraces(context.store, packKey)
    if (traces?.plan !== plan.sha256 || traces.pages.length !== to - from) return false
    if (!traces.pages.every(({ trace }) => hasSameFiles(trace, root.path))) return false
    const { exportId, organizationId } = order
    const copied = await copyPack(context.store, packKey, chunkPrefix(organizationId, exportId, index))
    if (!copied) return false
    const firstPage = pages[from]?.place ?? ''
    const count = to - from
    const counts = { pages: count, reused: count, warnings }
    await recordChunk(context.db, { exportId, index, firstPage, ...counts, packKey: copied })
    return true
  }
}

function findEarlier(before: EarlierChunk[], pages: OrderedPage[], { from, to }: ChunkRange) {
  return overlapping(before, pages[from]?.place ?? '', pages[to - 1]?.place ?? '')
}
