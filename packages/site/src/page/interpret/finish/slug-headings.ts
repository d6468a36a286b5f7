/** Gives headings their ids the way GitHub does, so that links which authors copied from there still hit. */
export class Slugger {
  readonly #used = new Map<string, number>()

  /** No title gets this id. */
  reserve(id: string) {
    if (!this.#used.has(id)) this.#used.set(id, 0)
  }

  slug(text: string): string {
    const base = slugOf(text) || 'section'
    let id = base
    let count = this.#used.get(base)
    while (this.#used.has(id)) {
      count = (count ?? 0) + 1
      id = `${base}-${count}`
    }
    if (count !== undefined) this.#used.set(base, count)
    this.#used.set(id, 0)
    return id
  }
}

const notInSlug = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

function slugOf(text: string): string {
  return text.trim().toLowerCase().replace(notInSlug, '').replaceAll(' ', '-')
}
