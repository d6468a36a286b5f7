import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { type EarlierChunk, findEarlierChunks, overlapping } from '../../../core/exports/run/find-earlier-chunks.ts'
import { referToChunks, type SameChunk } from '../../../core/exports/run/refer-to-chunks.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import type { PackPart } from '../../tasks/pages/chunk-files.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import { openObject } from '../../worker/open-object.ts'
import type { OrderedPage } from '../../worker/plan-reader.ts'
import { openSource } from '../../worker/source/open-source.ts'
import { withKnownFiles } from '../../worker/source/with-known-files.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import type { ExportSource } from '../source/fetch-export-source.ts'
import { digestsOf, type ExportPlan } from '../source/plan-export.ts'
import { findWholePacks, nameOfPack, orMissing, tracesOf } from './chunk-objects.ts'
import { type ChunkRange, cutChunks } from './cut-chunks.ts'
import { chunkPrefix } from './render-pages.ts'

/** A chunk that is still to be rendered. */
export interface OpenChunk {
  index: number
  range: ChunkRange
  /** Packs of an earlier export that may hold the same pages. */
  earlier: string[]
  /** Where their traces lie, for those that have them elsewhere. */
  earlierTraces?: Record<string, string>
}

interface Chunk {
  index: number
  range: ChunkRange
  earlier: EarlierChunk[]
}

// Small reads, of which a bucket answers many at a time.
const width = 8

/**
 * Cuts an export into chunks, and refers at once to the earlier packs of those of which nothing has changed: none is copied.
 * Returns the others.
 */
export async function storeChunks(
  context: WorkerContext,
  order: ExportOrder,
  { source, plan }: { source: ExportSource; plan: ExportPlan },
  signal: AbortSignal,
): Promise<OpenChunk[]> {
  using root = await openSource(context, order, source.snapshot)
  using opened = await context.readPlan(order, plan)
  const { pages } = opened
  const before = await findEarlierChunks(context.db, order)
  const chunks = cutChunks(pages.map(({ place }) => place)).map((range, index) => ({
    index,
    range,
    earlier: findEarlier(before, pages, range),
  }))
  const whole = await findWholePacks(
    context.store,
    before.map(({ packKey }) => packKey),
  )
  const open: Chunk[] = []
  const same: SameChunk[] = []
  await withKnownFiles(context, order, (known) =>
    forEach(chunks, async (chunk) => {
      const found = await compare(chunk, known.folder)
      if (found) same.push(found)
      else open.push(chunk)
    }),
  )
  await referToChunks(context.db, order.exportId, same)
  return open.map(toOpen).sort((a, b) => a.index - b.index)

  async function compare({ index, range, earlier }: Chunk, known: string): Promise<SameChunk | undefined> {
    signal.throwIfAborted()
    const [only, ...more] = earlier
    if (!only || more.length > 0 || !whole.has(only.packKey)) return undefined
    return context.cache.withScratch(async (scratch) => {
      if (!(await fetchTraces(only, scratch))) return undefined
      const routes = pages.slice(range.from, range.to).map(({ route }) => route)
      const made = digestsOf(plan)
      const input = { root: root.path, made, planFile: opened.file, pages: routes, known, folder: scratch.folder }
      const options = { rank: taskRanks.plan, bytes: root.bytes, signal }
      const compared = await runTask(context, order, 'compareChunk', input, options)
      if (compared === 'changed') return undefined
      const tracesKey = compared === 'renewed' ? await storeTraces(index, only, scratch) : null
      const firstPage = pages[range.from]?.place ?? ''
      return { index, firstPage, pages: range.to - range.from, tracesKey, earlier: only }
    })
  }

  /** A copy: the task writes over it. */
  async function fetchTraces(earlier: EarlierChunk, { folder, room }: Scratch): Promise<boolean> {
    using traces = await orMissing(openObject(context, order.projectId, tracesOf(earlier)))
    if (!traces) return false
    await room.take(traces.bytes, signal)
    await copyFile(traces.path, join(folder, 'traces' satisfies PackPart))
    return true
  }

  /** They name another plan now: the earlier export keeps its own. */
  async function storeTraces(index: number, { packKey }: EarlierChunk, { folder }: Scratch): Promise<string> {
    const key = `${chunkPrefix(order.organizationId, order.exportId, index)}${nameOfPack(packKey)}/traces`
    await context.store.putFile(key, join(folder, 'traces' satisfies PackPart))
    return key
  }
}

function toOpen({ index, range, earlier }: Chunk): OpenChunk {
  const elsewhere = earlier.flatMap(({ packKey, tracesKey }) => (tracesKey === null ? [] : [[packKey, tracesKey]]))
  const keys = { earlier: earlier.map(({ packKey }) => packKey) }
  return { index, range, ...keys, ...(elsewhere.length > 0 && { earlierTraces: Object.fromEntries(elsewhere) }) }
}

/** Some at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const drain = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: width }, drain))
}

function findEarlier(before: EarlierChunk[], pages: OrderedPage[], { from, to }: ChunkRange) {
  return overlapping(before, pages[from]?.place ?? '', pages[to - 1]?.place ?? '')
}
