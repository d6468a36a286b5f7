import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { type EarlierChunk, findEarlierChunks, overlapping } from '../../../core/exports/run/find-earlier-chunks.ts'
import { recordChunk } from '../../../core/exports/run/record-chunk.ts'
import type { StepTurns } from '../../../engine/step.ts'
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
import { allParts, beside, copyPack, keyBelow, orMissing } from './chunk-objects.ts'
import { type ChunkRange, cutChunks } from './cut-chunks.ts'
import { chunkPrefix } from './render-pages.ts'

/** A chunk that is still to be rendered. */
export interface OpenChunk {
  index: number
  range: ChunkRange
  /** Packs of an earlier export that may hold the same pages. */
  earlier: string[]
}

interface Chunk {
  index: number
  range: ChunkRange
  earlier: EarlierChunk[]
}

// Small reads and copies, of which a bucket answers many at a time.
const width = 8

/**
 * Cuts an export into chunks, and takes over at once those of which nothing has changed: by copies inside the bucket, so
 * that every export owns what it is made of. Returns the others.
 */
export async function storeChunks(
  context: WorkerContext,
  order: ExportOrder,
  { source, plan }: { source: ExportSource; plan: ExportPlan },
  signal: AbortSignal,
  turns: StepTurns,
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
  const open: Chunk[] = []
  const same: [Chunk, PackPart[]][] = []
  await withKnownFiles(context, order, (known) =>
    forEach(chunks, async (chunk) => {
      const copied = await chooseParts(chunk, known.folder)
      if (copied) same.push([chunk, copied])
      else open.push(chunk)
    }),
  )
  using _turn = await turns.enter({ rank: taskRanks.plan, group: order.organizationId })
  await forEach(same, async ([chunk, parts]) => {
    if (!(await copyChunk(chunk, parts))) open.push(chunk)
  })
  return open.map(toOpen).sort((a, b) => a.index - b.index)

  /** What is to be copied of a chunk that is the same: its traces are stored at once where they name another plan. */
  async function chooseParts({ index, range, earlier }: Chunk, known: string): Promise<PackPart[] | undefined> {
    signal.throwIfAborted()
    const [only, ...more] = earlier
    if (!only || more.length > 0) return undefined
    return context.cache.withScratch(async (scratch) => {
      if (!(await fetchTraces(only.packKey, scratch))) return undefined
      const routes = pages.slice(range.from, range.to).map(({ route }) => route)
      const made = digestsOf(plan)
      const input = { root: root.path, made, planFile: opened.file, pages: routes, known, folder: scratch.folder }
      const options = { rank: taskRanks.plan, bytes: root.bytes, signal }
      const compared = await runTask(context, order, 'compareChunk', input, options)
      if (compared !== 'renewed') return compared === 'same' ? [...allParts] : undefined
      const key = keyBelow(chunkPrefix(order.organizationId, order.exportId, index), only.packKey)
      await context.store.putFile(beside(key, 'traces'), join(scratch.folder, 'traces' satisfies PackPart))
      return allParts.filter((part) => part !== 'traces')
    })
  }

  /** A copy: the task writes over it. */
  async function fetchTraces(packKey: string, { folder, room }: Scratch): Promise<boolean> {
    using traces = await orMissing(openObject(context, order.projectId, beside(packKey, 'traces')))
    if (!traces) return false
    await room.take(traces.bytes, signal)
    await copyFile(traces.path, join(folder, 'traces' satisfies PackPart))
    return true
  }

  async function copyChunk({ index, range, earlier }: Chunk, parts: PackPart[]): Promise<boolean> {
    signal.throwIfAborted()
    const { packKey = '', warnings = 0 } = earlier[0] ?? {}
    const { exportId, organizationId } = order
    const copied = await copyPack(context.store, packKey, chunkPrefix(organizationId, exportId, index), parts)
    if (!copied) return false
    const firstPage = pages[range.from]?.place ?? ''
    const count = range.to - range.from
    const counts = { pages: count, reused: count, warnings }
    await recordChunk(context.db, { exportId, index, firstPage, ...counts, packKey: copied })
    return true
  }
}

function toOpen({ index, range, earlier }: Chunk): OpenChunk {
  return { index, range, earlier: earlier.map(({ packKey }) => packKey) }
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
