import { createRenderPool, type PageFacts, type SitePlan } from '@bindery/site'
import type { PageCache } from './page-cache.ts'

export interface WalkInput {
  root: string
  planFile: string
  plan: SitePlan
  cache: PageCache
  processes: number
}

/** Renders the pages that nobody has asked for, beside those that somebody does, in processes of its own. */
export class PageWalk {
  readonly #input: WalkInput
  readonly #stop = new AbortController()
  #running: Promise<PageFacts[]> | undefined

  constructor(input: WalkInput) {
    this.#input = input
  }

  /** The facts of all pages as they are now; whoever asks meanwhile waits for the same walk. */
  facts(): Promise<PageFacts[]> {
    this.#running ??= this.#walk().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Ends when its processes are gone. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The pages are no longer wanted.'))
    await this.#running?.catch(() => {})
  }

  async #walk(): Promise<PageFacts[]> {
    const { root, planFile, plan, cache, processes } = this.#input
    await using pool = createRenderPool({ processes })
    for (;;) {
      const pages = plan.pages.map(({ route }) => route).filter((route) => !cache.facts.has(route))
      if (pages.length === 0) return plan.pages.flatMap(({ route }) => cache.facts.get(route) ?? [])
      this.#stop.signal.throwIfAborted()
      const { revision } = cache
      for await (const { facts } of pool.render({ root, planFile, pages, signal: this.#stop.signal })) {
        cache.learn(facts, revision)
      }
    }
  }
}
