import type { RenderedPage } from '../../model/page-facts.ts'
import { mapConcurrently } from '../../plan/files/map-concurrently.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { ProcessEnded } from './process-ended.ts'
import { ProcessPool } from './process-pool.ts'
import type {
  FailInput,
  FailToFileInput,
  ListRemoteInput,
  RenderInput,
  RenderToFileInput,
  ShownByPage,
  WrittenPage,
} from './render-tasks.ts'

export interface RenderPoolOptions {
  processes: number
  /** For one page. A backstop: the interpreter's own limits decide what is rendered, on any machine. */
  deadlineMs?: number
  /** Heap of one process. */
  memoryMb?: number
  /** Of one process in all, the share of native code included. */
  residentMb?: number
  /** How many one process renders before another takes its place. */
  pagesOfProcess?: number
  /** After so long at one page a process no longer lets other groups wait. */
  patienceMs?: number
  /** After so long without a page a process ends; never, unless given. */
  idleMs?: number
  /** Of all pools together. */
  budget?: MemoryBudget
}

export interface RenderTask {
  root: string
  /** A SitePlan as JSON on disk: processes read it once and hold it. */
  planFile: string
  /** Routes. */
  pages: string[]
  /** Whose pages these are: groups take turns. */
  group?: string
  /** A file that holds highlighted code from one task to the next, for those who may see each other's. */
  highlightCache?: string
  signal?: AbortSignal
}

export interface RenderToFilesTask extends RenderTask {
  fileOf(route: string): string
  factsOnly?: boolean
  /**
   * Hears of a process that a page has ended. The page is tried again, alone in a fresh one, unless this throws, or gives
   * the reason for which it has failed.
   */
  onProcessEnded(route: string, ended: ProcessEnded): Promise<string | undefined>
}

export interface RenderPool extends AsyncDisposable {
  /** In the order asked; pages are begun only as results are taken. One that ends two processes has failed. */
  render(task: RenderTask): AsyncIterable<RenderedPage>
  /** The same, but each page is written to its file and this process does not see it. */
  renderToFiles(task: RenderToFilesTask): AsyncIterable<WrittenPage>
  /** What each page shows of other hosts; nothing for one that ends its process, which rendering it will tell. */
  listRemote(task: RenderTask): AsyncIterable<ShownByPage>
  /** Ends the processes that have nothing to do, for what they hold of a large site; the next page starts new ones. */
  rest(): void
}

/**
 * Made of child.ts and all that it imports, by join-processes.ts of the server. Node runs no .tsx, so processes always run what the
 * build made, also when the pool itself runs from the sources.
 */
export const renderProcess = new URL('../../../dist/joined/render-process.mjs', import.meta.url)

const defaults = {
  deadlineMs: 30_000,
  memoryMb: 512,
  residentMb: 1024,
  // The parser holds 22 KB of each page for ever (satteri 0.10.5).
  pagesOfProcess: 2_000,
  patienceMs: 1_500,
  idleMs: 2 ** 31 - 1,
}

/** Warm processes that outlive a task and serve any number of tasks at once. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { deadlineMs, residentMb, pagesOfProcess, ...limits } = { ...defaults, ...options }
  // One page being rendered and three at hand.
  const pool = new ProcessPool({ ...limits, entry: renderProcess, ahead: 4, tasksOfProcess: pagesOfProcess })

  type Run = (name: string, input: unknown, alone?: boolean) => Promise<unknown>

  async function* eachPage<Result>(task: RenderTask, work: (page: string, run: Run) => Promise<Result>) {
    const { pages, group = '', signal } = task
    const own = new AbortController()
    const stop = () => {
      own.abort(signal?.reason)
      pool.abandon(own.signal)
    }
    const run: Run = (name, input, alone) =>
      pool.run({ name, input, alone, group, deadlineMs, residentMb, signal: own.signal }).catch(toProcessEnded)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      // Twice what the processes hold, so that one slow page at the head does not leave the others idle.
      yield* mapConcurrently(pages, options.processes * 8, (page) => work(page, run))
    } finally {
      signal?.removeEventListener('abort', stop)
      stop()
    }
  }

  return {
    render: (task) =>
      eachPage(task, async (page, run) => {
        const input: RenderInput = { ...pick(task), page }
        let outcome = await run('render', input)
        if (outcome instanceof ProcessEnded) outcome = await run('render', input, true)
        if (!(outcome instanceof ProcessEnded)) return outcome as RenderedPage
        // It was the cause. Another process, which has the plan at hand, writes down what is known of the page.
        const failure: FailInput = { planFile: task.planFile, page, reason: explainEnd(outcome) }
        return (await run('fail', failure)) as RenderedPage
      }),
    renderToFiles: (task) =>
      eachPage(task, async (page, run) => {
        const { factsOnly = false } = task
        const input: RenderToFileInput = { ...pick(task), page, file: task.fileOf(page), factsOnly }
        for (let alone = false; ; alone = true) {
          const outcome = await run('renderToFile', input, alone)
          if (!(outcome instanceof ProcessEnded)) return outcome as WrittenPage
          const reason = await task.onProcessEnded(page, outcome)
          if (reason === undefined) continue
          const failure: FailToFileInput = { planFile: task.planFile, page, reason, file: input.file }
          return (await run('failToFile', failure)) as WrittenPage
        }
      }),
    listRemote: (task) =>
      eachPage(task, async (page, run) => {
        const input: ListRemoteInput = { root: task.root, planFile: task.planFile, page }
        const outcome = await run('listRemote', input)
        return outcome instanceof ProcessEnded ? { page, urls: [] } : (outcome as ShownByPage)
      }),
    rest: () => pool.rest(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

function pick({ root, planFile, highlightCache }: RenderTask) {
  return { root, planFile, highlightCache }
}

function toProcessEnded(error: unknown): ProcessEnded {
  if (error instanceof ProcessEnded) return error
  throw error
}

/** Of the page that ended it. */
export function explainEnd({ kind, detail }: ProcessEnded): string {
  if (kind === 'deadline') return `It took longer than ${detail} to render.`
  if (kind === 'memory') return 'It needs more memory than a page may have.'
  return `The renderer ended while it was at this page (${detail}).`
}
