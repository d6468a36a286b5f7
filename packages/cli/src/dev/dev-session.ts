import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Advice, ConfigurationError, changesPlan, type PlanMemory } from '@bindery/site'
import type { Edition } from './edition.ts'
import { EventStreams, type PageStream } from './event-streams.ts'
import { namesOf } from './names-of.ts'
import type { PlanEdition } from './plan-editions.ts'
import type { RemarkPrinter } from './print-remarks.ts'
import type { Remark } from './show-page.ts'

interface SessionInput {
  root: string
  edition: Edition
  plan: PlanEdition
  memory: PlanMemory
  printer: RemarkPrinter
}

// Long enough not to begin between two saves.
const quietMs = 2000

/** What is served now, and what happens to it when files change. */
export class DevSession implements AsyncDisposable {
  edition: Edition
  readonly streams = new EventStreams()
  readonly #input: SessionInput
  /** Why docs.json cannot be used; the last good site stays. */
  #problems: Remark[] = []
  #turn: Promise<void> = Promise.resolve()
  #quiet: NodeJS.Timeout | undefined

  constructor(input: SessionInput) {
    this.edition = input.edition
    this.#input = input
  }

  /** One change after another, in the order they came. */
  change(paths: string[]): Promise<void> {
    this.#turn = this.#turn.then(() => this.#change(paths)).catch((error) => this.#input.printer.print(String(error)))
    return this.#turn
  }

  /** Tells an open page what it does not know yet: that there is a newer one, or what is wrong with this one. */
  async update(stream: PageStream): Promise<void> {
    const page = this.edition.findPage(namesOf(stream.path))
    const shown = page && (await this.edition.cache.get(page))
    if (shown && stream.version !== shown.version) {
      stream.version = shown.version
      return stream.reload()
    }
    // A page that failed shows its failure itself.
    stream.showRemarks([...this.#problems, ...(shown && !shown.failed ? shown.remarks : [])])
  }

  /** When nothing has happened for a while all pages are rendered, so that search and the report are at hand. */
  walkSoon(): void {
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#walk(), quietMs)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#quiet)
    for (const stream of this.streams) stream.end()
    await this.edition.walk.stop()
  }

  async #walk(): Promise<void> {
    // A walk that was stopped, or met a file that is gone, is begun anew after the next change.
    const facts = await this.edition.walk.facts().catch(() => undefined)
    if (facts) this.#input.printer.showWhole(facts)
  }

  async #change(paths: string[]): Promise<void> {
    const news = await Promise.all(paths.map((path) => this.#concernsAll(path)))
    const own = paths.filter((_, index) => !news[index])
    // First what an author is looking at: editors leave other files beside it that lead to a new plan of the same site.
    if (own.length > 0) await this.#refresh(own)
    const others = paths.filter((_, index) => news[index])
    if (others.length === 0) return
    const edition = await this.#planAgain()
    if (edition) this.#replace(edition)
    else await this.#refresh(others)
  }

  /** Whether more has changed than the pages that are made from the file: it came or went, or others show its title. */
  async #concernsAll(path: string): Promise<boolean> {
    const { root, memory } = this.#input
    if (!this.edition.isSource(path)) return true
    if (!this.edition.pageOf(path)) return !existsSync(join(root, path))
    return changesPlan(join(root, path), memory).catch(() => true)
  }

  /** Renders what was made from these files, open pages first, and those that were saved though nobody looks at them. */
  async #refresh(paths: string[]): Promise<void> {
    const { edition } = this
    edition.cache.forget(new Set(paths))
    await Promise.allSettled([...this.streams].map((stream) => this.update(stream)))
    const saved = paths.flatMap((path) => edition.pageOf(path) ?? [])
    await Promise.allSettled(saved.map((page) => edition.cache.get(page)))
  }

  async #planAgain(): Promise<Edition | undefined> {
    try {
      const edition = await this.#input.plan()
      this.#problems = []
      this.#input.printer.showAdvice((edition ?? this.edition).plan.advice)
      return edition
    } catch (error) {
      // A file that was there when the folder was listed: its going is the next change.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      if (!(error instanceof ConfigurationError)) throw error
      this.#problems = error.advice.map(toRemark)
      this.#input.printer.showRemarks('docs.json', this.#problems)
      return undefined
    }
  }

  #replace(edition: Edition): void {
    void this.edition.walk.stop()
    this.edition = edition
    this.walkSoon()
    for (const stream of this.streams) {
      const page = edition.findPage(namesOf(stream.path))
      // The browser asks for it at once.
      if (page) edition.cache.get(page).catch(() => {})
      stream.reload()
    }
  }
}

/** The reader of JSON says where it stopped. */
function toRemark({ file, path, message, suggestion }: Advice): Remark {
  const [, line = 1, column = 1] = /line (\d+) column (\d+)/.exec(message) ?? []
  const place = path === '' ? '' : `${path}: `
  return {
    severity: 'error',
    file,
    line: Number(line),
    column: Number(column),
    message: `${place}${message} ${suggestion}`,
  }
}
