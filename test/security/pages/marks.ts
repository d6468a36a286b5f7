/** One attempt: what it would run in a browser, and the address it would ask, both telling which attempt it was. */
export interface Mark {
  id: number
  /** `__pwned` is there in every frame that the test opens. */
  run: string
  url: string
}

/** Numbers the attempts, so that whatever goes off can be named. */
export class Marks {
  readonly names: string[] = []
  readonly #trap: string

  constructor(trap: string) {
    this.#trap = trap
  }

  add(name: string): Mark {
    const id = this.names.push(name) - 1
    return { id, run: `__pwned(${id})`, url: `${this.#trap}/${id}` }
  }

  nameOf(id: number): string {
    return this.names[id] ?? `an attempt without a name (${id})`
  }
}
