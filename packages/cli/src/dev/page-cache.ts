import type { PageFacts, PlannedPage, RenderedPage, RenderPool } from '@bindery/site'
import { type ShownPage, showPage } from './show-page.ts'

interface CacheInput {
  root: string
  planFile: string
  pool: RenderPool
  /** Hears of each page that was rendered because someone asked for it. */
  onRendered(page: PlannedPage, shown: ShownPage): void
}

// An author has a handful of pages open; a page has 30 KB.
const cachedPages = 200

/** Renders pages when they are asked for, and keeps the last ones until a file that they were made from changes. */
export class PageCache {
  /** Of every page that was rendered and has not changed since. */
  readonly facts = new Map<string, PageFacts>()
  /** Grows whenever a file was saved. */
  revision = 0
  readonly #input: CacheInput
  readonly #savedAt = new Map<string, number>()
  readonly #shown = new Map<string, Promise<ShownPage>>()

  constructor(input: CacheInput) {
    this.#input = input
  }

  get(page: PlannedPage): Promise<ShownPage> {
    const shown = this.#shown.get(page.route) ?? this.#render(page)
    // The last one asked for stands last.
    this.#shown.delete(page.route)
    this.#shown.set(page.route, shown)
    const [oldest] = this.#shown.keys()
    if (this.#shown.size > cachedPages && oldest !== undefined) this.#shown.delete(oldest)
    return shown
  }

  /** Drops the pages that were made from these files. What a page imports is unknown while it is rendered or if it failed. */
  forget(files: ReadonlySet<string>): void {
    this.revision += 1
    for (const file of files) this.#savedAt.set(file, this.revision)
    for (const [route, { file, imports, failure }] of this.facts) {
      if (files.has(file) || failure || imports.some((path) => files.has(path))) this.facts.delete(route)
    }
    for (const route of this.#shown.keys()) if (!this.facts.has(route)) this.#shown.delete(route)
  }

  /** Takes what a page tells that was rendered elsewhere, unless a file of it was saved after that began. */
  learn(facts: PageFacts, since: number): void {
    const isOld = [facts.file, ...facts.imports].some((file) => (this.#savedAt.get(file) ?? 0) > since)
    if (!isOld) this.facts.set(facts.route, facts)
  }

  #render(page: PlannedPage): Promise<ShownPage> {
    const { root, onRendered } = this.#input
    const shown = this.#ask(page).then(async (rendered) => {
      const result = await showPage(root, rendered)
      // Else a file was saved meanwhile, and a newer rendering is under way.
      if (this.#shown.get(page.route) === shown) {
        this.facts.set(page.route, rendered.facts)
        onRendered(page, result)
      }
      return result
    })
    // What went wrong once, such as a file that was just being replaced, is tried again when next asked for.
    shown.catch(() => this.#shown.delete(page.route))
    return shown
  }

  async #ask({ route }: PlannedPage): Promise<RenderedPage> {
    const { root, planFile, pool } = this.#input
    for await (const rendered of pool.render({ root, planFile, pages: [route] })) return rendered
    throw new Error(`Nothing was rendered of ${route}.`)
  }
}
