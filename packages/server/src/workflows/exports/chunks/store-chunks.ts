import { join } from 'node:path'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { type EarlierChunk, findEarlierChunks, overlapping } from '../../../core/exports/run/find-earlier-chunks.ts'
import { referToChunks, type SameChunk, setOpenChunks } from '../../../core/exports/run/refer-to-chunks.ts'
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
  earlierTraces: Record<string, string>
}

interface Chunk {
  index: number
  range: ChunkRange
  earlier: EarlierChunk[]
}

// Some 100 ms of work where their traces tell that nothing has changed.
const chunksAtOnce = 16
// Of such groups: their processes are fewer, and the traces of the next are read meanwhile.
const width = 4

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
    forEach(groupChunks(chunks), async (group) => {
      const found = await compare(group, known.folder)
      for (const chunk of group) {
        const earlier = found.get(chunk)
        if (earlier) same.push(earlier)
        else open.push(chunk)
      }
    }),
  )
  await referToChunks(context.db, order.exportId, same)
  await setOpenChunks(context.db, order.exportId, open.length)
  return open.map(toOpen).sort((a, b) => a.index - b.index)

  /** Those of a group that stay as they were, with what they were. */
  async function compare(group: readonly Chunk[], known: string): Promise<Map<Chunk, SameChunk>> {
    signal.throwIfAborted()
    return context.cache.withScratch(async ({ folder, room }) => {
      using held = new DisposableStack()
      const asked = await Promise.allSettled(group.map(openTraces))
      const traced = asked.flatMap((one) => (one.status === 'fulfilled' && one.value) || [])
      for (const { traces } of traced) held.use(traces)
      for (const one of asked) if (one.status === 'rejected') throw one.reason
      await room.take(
        traced.reduce((sum, { traces }) => sum + traces.bytes, 0),
        signal,
      )
      const fileOf = (index: number) => join(folder, `${index}`)
      const compared = traced.map(({ range, traces, index }) => ({
        pages: pages.slice(range.from, range.to).map(({ route }) => route),
        traces: traces.path,
        renewed: fileOf(index),
      }))
      const input = { root: root.path, made: digestsOf(plan), planFile: opened.file, known, chunks: compared }
      const options = { rank: taskRanks.plan, bytes: root.bytes, signal }
      const found = traced.length === 0 ? [] : await runTask(context, order, 'compareChunks', input, options)
      const stays = new Map<Chunk, SameChunk>()
      for (const [at, { chunk, index, range, earlier }] of traced.entries()) {
        if (found[at] === 'changed') continue
        const tracesKey = found[at] === 'renewed' ? await storeTraces(index, earlier, fileOf(index)) : null
        const firstPage = pages[range.from]?.place ?? ''
        stays.set(chunk, { index, firstPage, pages: range.to - range.from, tracesKey, earlier })
      }
      return stays
    })
  }

  /** Undefined where a chunk is no earlier one's, or its pack or traces are gone. */
  async function openTraces(chunk: Chunk) {
    const [earlier, ...more] = chunk.earlier
    if (!earlier || more.length > 0 || !whole.has(earlier.packKey)) return undefined
    const traces = await orMissing(openObject(context, order.projectId, tracesOf(earlier)))
    return traces && { ...chunk, chunk, earlier, traces }
  }

  /** They name another plan now: the earlier export keeps its own. */
  async function storeTraces(index: number, { packKey }: EarlierChunk, file: string): Promise<string> {
    const key = `${chunkPrefix(order.organizationId, order.exportId, index)}${nameOfPack(packKey)}/traces`
    await context.store.putFile(key, file)
    return key
  }
}

/** What one process compares in one go. */
function groupChunks(chunks: readonly Chunk[]): Chunk[][] {
  const groups: Chunk[][] = []
  for (let from = 0; from < chunks.length; from += chunksAtOnce) groups.push(chunks.slice(from, from + chunksAtOnce))
  return groups
}

function toOpen({ index, range, earlier }: Chunk): OpenChunk {
  const elsewhere = earlier.flatMap(({ packKey, tracesKey }) => (tracesKey === null ? [] : [[packKey, tracesKey]]))
  const keys = { earlier: earlier.map(({ packKey }) => packKey) }
  return { index, range, ...keys, earlierTraces: Object.fromEntries(elsewhere) }
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
