import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenEntry } from '../cache/entries.ts'
import { type PageRow, pagesName, placeOf, planName } from '../tasks/plan/plan-files.ts'
import { runTask, type TaskJob } from '../tasks/run-task.ts'
import type { SnapshotContext } from './open-snapshot.ts'
import type { StoredObject } from './stored-object.ts'

/** For as long as it is held. */
export interface OpenPlan extends Disposable {
  /** The plan as JSON on this host, as other processes read it. */
  file: string
  /** The list of its pages, likewise. */
  list: string
  /** In the order of the bundle, so that chunks which follow one another here do so there too. */
  pages: OrderedPage[]
}

export interface OrderedPage {
  route: string
  file: string
  /** Sorts as pages do in the bundle. */
  place: string
}

export type PlanReader = (job: TaskJob, plan: StoredObject) => Promise<OpenPlan>

// Reading the list of 100,000 pages for each of its 500 chunks would take minutes; four lists are some 50 MB at most.
const listsHeld = 4
// Whoever comes meanwhile waits for the same: the end of one job must not be theirs.
const never = new AbortController().signal

export function createPlanReader(context: SnapshotContext): PlanReader {
  const lists = new Map<string, Promise<OrderedPage[]>>()

  function listOnce(sha256: string, folder: string): Promise<OrderedPage[]> {
    const known = lists.get(sha256)
    if (known) return known
    const listed = readPages(folder)
    // A failure is not remembered.
    listed.catch(() => lists.delete(sha256))
    lists.set(sha256, listed)
    const [oldest] = lists.keys()
    if (lists.size > listsHeld && oldest !== undefined) lists.delete(oldest)
    return listed
  }

  function openPlan(job: TaskJob, { key, sha256 }: StoredObject): Promise<OpenEntry> {
    const { cache, store } = context
    return cache.open(planEntry(sha256), (folder, room) =>
      cache.withScratch(async (scratch) => {
        const packed = join(scratch.folder, 'plan')
        const bytes = (await store.head(key))?.bytes ?? 0
        await scratch.room.take(bytes)
        await store.getFile(key, packed)
        await runTask(context, job, 'openPlan', { packed, folder }, { bytes: 10 * bytes, room, signal: never })
      }),
    )
  }

  return async (job, plan) => {
    const entry = await openPlan(job, plan)
    try {
      const pages = await listOnce(plan.sha256, entry.path)
      return {
        file: join(entry.path, planName),
        list: join(entry.path, pagesName),
        pages,
        [Symbol.dispose]: entry[Symbol.dispose],
      }
    } catch (error) {
      entry[Symbol.dispose]()
      throw error
    }
  }
}

/** What a plan is called on a host that has it opened. */
export function planEntry(sha256: string): string {
  return `site-plan-${sha256}`
}

// Some 5 ms of work; then the rest of the worker has its turn.
const linesATurn = 5_000

/** The pages of a plan that was opened into this folder. */
export async function readPages(folder: string): Promise<OrderedPage[]> {
  const pages: OrderedPage[] = []
  const text = await readFile(join(folder, pagesName), 'utf8')
  for (let from = 0; from < text.length; ) {
    if (pages.length % linesATurn === 0) await nextTurn()
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    const [route, file, output] = JSON.parse(text.slice(from, to)) as PageRow
    pages.push({ route, file, place: placeOf(file, output) })
    from = to + 1
  }
  return pages
}
