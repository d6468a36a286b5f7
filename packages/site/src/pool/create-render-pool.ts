import type { EarlierPage, RenderedPage } from '../page-facts.ts'
import { mapConcurrently } from '../plan/map-concurrently.ts'
import { PoolQueue } from './pool-queue.ts'

export interface RenderPoolOptions {
  processes: number
  /** For one page. A backstop: the interpreter's own limits decide what is drawn, on any machine. */
  deadlineMs?: number
  /** Heap of one child. */
  memoryMb?: number
  /** Of one child in all, the share of native code included. */
  residentMb?: number
  /** How many one child renders before another takes its place. */
  pagesOfChild?: number
}

export interface RenderTask {
  root: string
  /** A SitePlan as JSON on disk: children read it once and keep it. */
  planFile: string
  /** Routes. */
  pages: string[]
  /** What an earlier export has of a page; where its content is still right, it is only laid out. */
  earlier?: (route: string) => Promise<EarlierPage | undefined>
  /** A file that keeps highlighted code from one task to the next, for those who may see each other's. */
  highlightCache?: string
  signal?: AbortSignal
}

export interface RenderPool extends AsyncDisposable {
  /** In the order asked; pages are begun only as results are taken. */
  render(task: RenderTask): AsyncIterable<RenderedPage>
  /** Ends the children that have nothing to do, for what they hold of a large site; the next page starts new ones. */
  rest(): void
}

/** Warm children that outlive a task and serve any number of tasks at once. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { processes, deadlineMs = 30_000, memoryMb = 512, residentMb = 1024, pagesOfChild = 2_000 } = options
  const queue = new PoolQueue(processes, { deadlineMs, memoryMb, residentMb, pages: pagesOfChild })
  return {
    async *render({ pages, earlier, signal, ...order }) {
      const task = new AbortController()
      const stop = () => {
        task.abort(signal?.reason)
        queue.abandon(task.signal)
      }
      signal?.addEventListener('abort', stop, { once: true })
      try {
        // Twice what the children hold, so that one slow page at the head does not leave the others idle.
        const width = processes * 8
        yield* mapConcurrently(pages, width, async (page) =>
          queue.add({ ...order, page, earlier: await earlier?.(page) }, task.signal),
        )
      } finally {
        signal?.removeEventListener('abort', stop)
        stop()
      }
    },
    rest: () => queue.rest(),
    [Symbol.asyncDispose]: () => queue.close(),
  }
}
