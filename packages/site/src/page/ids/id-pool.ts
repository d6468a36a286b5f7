/** The ids of one page. Each base remembers its last number, so that a thousand equal titles take a thousand steps. */
export class IdPool {
  readonly #taken: Set<string>
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  has(id: string): boolean {
    return this.#taken.has(id)
  }

  add(id: string): void {
    this.#taken.add(id)
  }

  /** The base, or the base with the first number behind it that is free. */
  take(base: string, first = 2): string {
    let id = base
    for (let count = this.#next.get(base) ?? first; this.#taken.has(id); count++) {
      id = `${base}-${count}`
      this.#next.set(base, count + 1)
    }
    this.#taken.add(id)
    return id
  }

  list(): string[] {
    return [...this.#taken]
  }
}
