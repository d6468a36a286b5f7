import type { SiteFile } from '@bindery/site'

/** Files that are made one after another, and only as far as someone asks for them. */
export class LazyFiles {
  readonly #made = new Map<string, SiteFile>()
  readonly #source: AsyncIterator<SiteFile>
  #turn: Promise<unknown> = Promise.resolve()

  constructor(source: AsyncIterable<SiteFile>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The first of the names that there is a file for, tried in this order. */
  find(names: string[]): Promise<SiteFile | undefined> {
    const found = this.#turn.then(() => this.#search(names))
    this.#turn = found.catch(() => {})
    return found
  }

  async #search(names: string[]): Promise<SiteFile | undefined> {
    for (;;) {
      const known = names.map((name) => this.#made.get(name)).find((file) => file !== undefined)
      if (known) return known
      const next = await this.#source.next()
      if (next.done) return undefined
      this.#made.set(next.value.path, next.value)
    }
  }
}
