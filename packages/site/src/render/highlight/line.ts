import type { OnigString } from '@shikijs/vscode-textmate'
import { slotOf } from './characters-of.ts'
import type { Requirement } from './read-requirement.ts'

/** A line in Oniguruma's memory, and what it is made of: most patterns need something that most lines do not have. */
export class Line implements OnigString {
  readonly content: string
  readonly native: OnigString
  readonly #slots = new Int32Array(5)
  #words: string[] | undefined

  constructor(content: string, native: OnigString) {
    this.content = content
    this.native = native
    for (let at = 0; at < content.length; at++) {
      const slot = slotOf(content.charCodeAt(at))
      this.#slots[slot >>> 5] = (this.#slots[slot >>> 5] ?? 0) | (1 << (slot & 31))
    }
  }

  /** False only if the pattern cannot match anywhere in this line. */
  has({ slots, words }: Requirement): boolean {
    for (let i = 0; i < 5; i++) if ((this.#slots[i] ?? 0) & (slots[i] ?? 0)) return true
    if (words.size === 0) return false
    // Where a word ends among letters of all scripts is Oniguruma's business.
    if (this.#slots[4]) return true
    this.#words ??= this.content.match(/\w+/g) ?? []
    return this.#words.some((word) => words.has(word))
  }

  dispose(): void {
    this.native.dispose?.()
  }
}
