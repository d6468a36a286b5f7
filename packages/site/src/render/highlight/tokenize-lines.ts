import { INITIAL, type StateStack } from '@shikijs/vscode-textmate'
import { escapeText } from '../html/html.ts'
import type { LoadedGrammar } from './load-grammar.ts'
import type { TokenClass } from './token-classes.ts'

/** Longer lines are data, not code to read: they stay plain. In 158,351 lines of a large site, 4 are longer. */
const maxLineLength = 2000

/** How much text of lines and their HTML is kept, in characters: one count for all grammars of a process. */
export interface Memory {
  cached: number
}

interface Place {
  state: StateStack
  lines: Map<string, Line>
}

interface Line {
  html: string
  next: Place
}

/**
 * A grammar as an automaton: from a place (the tokenizer's state before a line) each line leads, once it has been
 * seen, to its HTML and the next place. Documentation repeats itself: 158,351 lines of a large site are 30,927
 * different steps, which makes a cold run three times and a warm one a hundred times as fast.
 */
export class LineTokenizer {
  #loaded: LoadedGrammar
  #start: Place = { state: INITIAL, lines: new Map() }
  #placesByDepth = new Map<number, Place[]>()
  #blocks = new Map<string, string[]>()
  #memory: Memory

  constructor(loaded: LoadedGrammar, memory: Memory) {
    this.#loaded = loaded
    this.#memory = memory
  }

  /** The lines' HTML if the block, or every step of it, is known already. */
  recall(code: string): string[] | undefined {
    const known = this.#blocks.get(code)
    if (known) return known
    const result: string[] = []
    let place = this.#start
    for (const text of code.split('\n')) {
      const line = place.lines.get(text)
      if (!line) return undefined
      result.push(line.html)
      place = line.next
    }
    this.#keep(code, result)
    return result
  }

  tokenize(code: string): string[] {
    const result: string[] = []
    let place = this.#start
    for (const text of code.split('\n')) {
      const line = place.lines.get(text) ?? this.#step(place, text)
      result.push(line.html)
      place = line.next
    }
    this.#keep(code, result)
    return result
  }

  /** The lines are shared with their steps, so a block costs only its text and a list. */
  #keep(code: string, lines: string[]): void {
    this.#blocks.set(code, lines)
    this.#memory.cached += code.length + 8 * lines.length
  }

  #step(place: Place, text: string): Line {
    const line = text.length > maxLineLength ? { html: escapeText(text), next: place } : this.#read(place, text)
    place.lines.set(text, line)
    this.#memory.cached += text.length + line.html.length
    return line
  }

  #read(place: Place, text: string): Line {
    const { tokens, ruleStack } = this.#loaded.grammar.tokenizeLine2(text, place.state)
    return { html: writeTokens(text, tokens, this.#loaded.classes), next: this.#placeOf(ruleStack) }
  }

  #placeOf(state: StateStack): Place {
    const places = this.#placesByDepth.get(state.depth)
    const known = places?.find((place) => isSameState(place.state, state))
    if (known) return known
    const place: Place = { state, lines: new Map() }
    if (places) places.push(place)
    else this.#placesByDepth.set(state.depth, [place])
    return place
  }

  forget(): void {
    this.#start = { state: INITIAL, lines: new Map() }
    this.#placesByDepth.clear()
    this.#blocks.clear()
  }
}

interface Frame extends StateStack {
  parent?: Frame | null
  beginRuleCapturedEOL?: boolean
}

/** `equals` leaves out whether a rule swallowed its line end, on which the meaning of `\G` in the next line rests. */
function isSameState(a: StateStack, b: StateStack): boolean {
  if (!a.equals(b)) return false
  let left: Frame | null | undefined = a
  let right: Frame | null | undefined = b
  while (left && right && left !== right) {
    if (left.beginRuleCapturedEOL !== right.beginRuleCapturedEOL) return false
    left = left.parent
    right = right.parent
  }
  return true
}

/** Binary tokens are pairs of start and metadata; nine bits from the fifteenth on are the color, here the class. */
function writeTokens(text: string, tokens: Uint32Array, classes: (TokenClass | undefined)[]): string {
  let html = ''
  let index = 0
  while (index < tokens.length) {
    const start = tokens[index] ?? 0
    const name = classes[((tokens[index + 1] ?? 0) >>> 15) & 511]
    do index += 2
    while (index < tokens.length && classes[((tokens[index + 1] ?? 0) >>> 15) & 511] === name)
    const part = escapeText(text.slice(start, tokens[index] ?? text.length))
    html += name ? `<span class="${name}">${part}</span>` : part
  }
  return html
}
