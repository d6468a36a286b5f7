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
import { beside, findWholePacks, orMissing } from './chunk-objects.ts'
import { type ChunkRange, cutChunks } from './cut-chunks.ts'

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

const chunksAtOnce = 16
// Groups compared concurrently: more than the processes, so that the facts of the next group are read during the work.
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
  using planned = await context.readPlan(order, plan)
  const { pages } = planned
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
    using held = new DisposableStack()
    const asked = await Promise.allSettled(group.map(openFacts))
    const opened = asked.flatMap((one) => (one.status === 'fulfilled' && one.value) || [])
    for (const { facts } of opened) held.use(facts)
    for (const one of asked) if (one.status === 'rejected') throw one.reason
    if (opened.length === 0) return new Map()
    const compared = opened.map(({ chunk: { range }, facts }) => ({
      pages: pages.slice(range.from, range.to).map(({ route }) => route),
      facts: facts.path,
    }))
    const input = { root: root.path, made: digestsOf(plan), planFile: planned.file, known, chunks: compared }
    const options = { rank: taskRanks.plan, bytes: root.bytes, signal }
    const isSame = await runTask(context, order, 'compareChunks', input, options)
    const same = opened.filter((_, at) => isSame[at])
    return new Map(
      same.map(({ chunk, earlier }) => {
        const { index, range } = chunk
        return [chunk, { index, firstPage: pages[range.from]?.place ?? '', pages: range.to - range.from, earlier }]
      }),
    )
  }

  /** Undefined if no single earlier chunk covers the chunk, or if that chunk's pack was deleted. */
  async function openFacts(chunk: Chunk) {
    const [earlier, ...more] = chunk.earlier
    if (!earlier || more.length > 0 || !whole.has(earlier.packKey)) return undefined
    const facts = await orMissing(openObject(context, order.projectId, beside(earlier.packKey, 'facts')))
    return facts && { chunk, earlier, facts }
  }
}

/** What one process compares in one go. */
function groupChunks(chunks: readonly Chunk[]): Chunk[][] {
  const groups: Chunk[][] = []
  for (let from = 0; from < chunks.length; from += chunksAtOnce) groups.push(chunks.slice(from, from + chunksAtOnce))
  return groups
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
