import type { RegexEngine } from '@shikijs/types'
import type { Line } from './line.ts'
import { type Requirement, readRequirement } from './read-requirement.ts'

type Scanner = ReturnType<RegexEngine['createScanner']>
type Captures = NonNullable<ReturnType<Scanner['findNextMatchSync']>>['captureIndices']

/** A pattern is worth a look at its parts once it has searched so many lines in vain. */
const searchesInVain = 64

/** One compiled pattern and where it was found last: further on in the same line that answer still holds. */
export class SharedPattern {
  captures: Captures | undefined
  readonly #source: string
  readonly #engine: RegexEngine
  /** `\G` is where the search began, so each search is its own. */
  readonly #isAnchored: boolean
  #scanner: Scanner | undefined
  #requirement: Requirement | undefined
  #inVain = 0
  #line: Line | undefined
  #options = 0
  #from = 0

  constructor(source: string, engine: RegexEngine) {
    this.#source = source
    this.#engine = engine
    this.#isAnchored = source.includes('\\G')
  }

  /** Where its first match from `at` on begins; `captures` then tells of it. */
  find(line: Line, at: number, options: number): number | undefined {
    if (this.#line !== line || this.#options !== options || this.#from > at || this.#isAnchored) {
      this.#search(line, at, options)
    } else if (this.captures && this.#start < at) {
      this.#search(line, at, options)
    }
    return this.captures && this.#start
  }

  /** Gives its memory back; it is compiled anew when it is needed again. */
  forget(): void {
    this.#scanner?.dispose?.()
    this.#scanner = undefined
    this.#line = undefined
  }

  get #start(): number {
    return this.captures?.[0]?.start ?? 0
  }

  #search(line: Line, at: number, options: number): void {
    this.#line = line
    this.#options = options
    this.#from = at
    this.captures = undefined
    if (this.#requirement && !line.has(this.#requirement)) return
    this.#scanner ??= this.#engine.createScanner([this.#source])
    this.captures = this.#scanner.findNextMatchSync(line.native, at, options)?.captureIndices
    if (!this.captures && ++this.#inVain === searchesInVain) this.#requirement = readRequirement(this.#source)
  }
}
