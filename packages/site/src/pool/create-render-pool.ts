import type { EarlierPage, RenderedPage } from '../page-facts.ts'
import { mapConcurrently } from '../plan/map-concurrently.ts'
import { ProcessEnded } from './process-ended.ts'
import { type PoolTask, ProcessPool } from './process-pool.ts'
import type { FailInput, RenderInput } from './render-tasks.ts'

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
}

export interface RenderTask {
  root: string
  /** A SitePlan as JSON on disk: processes read it once and hold it. */
  planFile: string
  /** Routes. */
  pages: string[]
  /** Whose pages these are: groups take turns. */
  group?: string
  /** What an earlier export has of a page; where its content is still right, it is only laid out. */
  earlier?: (route: string) => Promise<EarlierPage | undefined>
  /** A file that holds highlighted code from one task to the next, for those who may see each other's. */
  highlightCache?: string
  /** Hears of a process that a page has ended, and says how many that page has ended so far. After two it has failed. */
  onProcessEnded?: (route: string, ended: ProcessEnded) => Promise<number>
  signal?: AbortSignal
}

export interface RenderPool extends AsyncDisposable {
  /** In the order asked; pages are begun only as results are taken. */
  render(task: RenderTask): AsyncIterable<RenderedPage>
  /** Ends the processes that have nothing to do, for what they hold of a large site; the next page starts new ones. */
  rest(): void
}

// Node runs no .tsx, so processes always run what the build made, also when the pool itself runs from the sources.
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../dist/pool/child.js' : './child.js', import.meta.url)

// A page that ends two processes, the second time alone in a fresh one, is the cause.
const processesToFail = 2

const defaults = {
  deadlineMs: 30_000,
  memoryMb: 512,
  residentMb: 1024,
  // The parser holds 22 KB of each page for ever (satteri 0.10.5).
  pagesOfProcess: 2_000,
  patienceMs: 3_000,
  idleMs: 2 ** 31 - 1,
}

/** Warm processes that outlive a task and serve any number of tasks at once. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { deadlineMs, residentMb, pagesOfProcess, ...limits } = { ...defaults, ...options }
  // One page being rendered and three at hand.
  const pool = new ProcessPool({ ...limits, entry, ahead: 4, tasksOfProcess: pagesOfProcess })

  async function renderPage(input: RenderInput, task: RenderTask, signal: AbortSignal): Promise<RenderedPage> {
    const common = { group: task.group ?? '', deadlineMs, residentMb, signal }
    let count = 0
    const noteEnd = task.onProcessEnded ?? (async () => count + 1)
    for (;;) {
      const attempt: PoolTask = { name: 'render', input, alone: count > 0, ...common }
      const outcome = await pool.run(attempt).catch(toProcessEnded)
      if (!(outcome instanceof ProcessEnded)) return outcome as RenderedPage
      count = await noteEnd(input.page, outcome)
      if (count < processesToFail) continue
      // Another process, which has the plan at hand, writes down what is known of the page.
      const failure: FailInput = { planFile: input.planFile, page: input.page, reason: explain(outcome) }
      return (await pool.run({ name: 'fail', input: failure, ...common })) as RenderedPage
    }
  }

  return {
    async *render(task) {
      const { pages, root, planFile, highlightCache, earlier, signal } = task
      const own = new AbortController()
      const stop = () => {
        own.abort(signal?.reason)
        pool.abandon(own.signal)
      }
      signal?.addEventListener('abort', stop, { once: true })
      try {
        // Twice what the processes hold, so that one slow page at the head does not leave the others idle.
        const width = options.processes * 8
        yield* mapConcurrently(pages, width, async (page) =>
          renderPage({ root, planFile, highlightCache, page, earlier: await earlier?.(page) }, task, own.signal),
        )
      } finally {
        signal?.removeEventListener('abort', stop)
        stop()
      }
    },
    rest: () => pool.rest(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

function toProcessEnded(error: unknown): ProcessEnded {
  if (error instanceof ProcessEnded) return error
  throw error
}

function explain({ kind, detail }: ProcessEnded): string {
  if (kind === 'deadline') return `It took longer than ${detail} to render.`
  if (kind === 'memory') return 'It needs more memory than a page may have.'
  return `The renderer ended while it was at this page (${detail}).`
}
