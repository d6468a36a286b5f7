import { randomInt } from 'node:crypto'

/** A word that stands in one place of one private page, and nowhere else in the world. */
export interface Canary {
  /** `title`, `body`, `path`, … */
  kind: string
  /** Which page has it, in words. */
  page: string
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Makes such words, and finds them again however much text there is: all have the same three letters inside. */
export class Canaries {
  readonly #known = new Map<string, Canary>()

  make(kind: string, page: string): string {
    const tail = random(8)
    this.#known.set(tail, { kind, page })
    // An index may leave out what a word has in common with the one before it: random letters have little.
    return `${random(4)}zqx${tail}`
  }

  get all(): Canary[] {
    return [...this.#known.values()]
  }

  find(text: string): Set<Canary> {
    // Ahead, so that the three letters are found again where they begin by chance in the letters before them.
    const found = text.toLowerCase().matchAll(/zqx(?=([a-z]{8}))/g)
    return new Set(Array.from(found, ([, tail = '']) => this.#known.get(tail)).filter((canary) => canary !== undefined))
  }
}

function random(count: number): string {
  return Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')
}
