import { type CssToken, tokenizeCss } from './tokenize-css.ts'

/** A rule with a selector, or with `name` an at-rule. Without a body: what ended with a semicolon. */
export interface CssRule {
  kind: 'rule'
  /** In lower case, without its sign; empty for a rule with a selector. */
  name: string
  prelude: CssToken[]
  body: CssItem[] | undefined
  line: number
}

export interface CssDeclaration {
  kind: 'declaration'
  name: string
  value: CssToken[]
  important: boolean
  line: number
}

export type CssItem = CssRule | CssDeclaration

/** The sheet is not read at all. */
export class CssError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'CssError'
    this.line = line
  }
}

// Real sheets nest four deep and have 20 KB.
const deepest = 32
const longest = 1_000_000

/** The rules of a style sheet, or of what stands between the braces of one. */
export function parseCss(source: string, rename: (token: CssToken) => CssToken = (token) => token): CssItem[] {
  if (source.length > longest) throw new CssError(`It has more than ${longest} characters.`, 1)
  return new Parser(tokenizeCss(source).map(rename)).readItems(0)
}

/** Of a `style` attribute; none if there is anything else in it. */
export function parseDeclarations(source: string): CssDeclaration[] {
  const items = source.length > longest ? [] : new Parser(tokenizeCss(source)).readItems(0)
  return items.every((item) => item.kind === 'declaration') ? items : []
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

class Parser {
  readonly #tokens: CssToken[]
  #at = 0

  constructor(tokens: CssToken[]) {
    this.#tokens = tokens
  }

  /** Up to the brace that ends them, which is read too. */
  readItems(depth: number): CssItem[] {
    if (depth > deepest) throw new CssError(`It nests more than ${deepest} deep.`, this.#tokens[this.#at]?.line ?? 1)
    const items: CssItem[] = []
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (isSign(token, '}')) {
        this.#at += 1
        if (depth > 0) return items
      } else if (token.kind === 'space' || token.kind === 'comment' || isSign(token, ';')) this.#at += 1
      else items.push(this.#readItem(token, depth))
    }
    return items
  }

  #readItem(first: CssToken, depth: number): CssItem {
    const { kind, value, line } = first
    if (kind === 'at') {
      this.#at += 1
      const prelude = this.#readUntil(true)
      return { kind: 'rule', name: value, prelude, body: this.#readBody(depth), line }
    }
    // What a custom property holds may be anything, blocks too.
    const all = this.#readUntil(!(kind === 'ident' && value.startsWith('--')))
    if (isSign(this.#peek(), '{')) return { kind: 'rule', name: '', prelude: all, body: this.#readBody(depth), line }
    return readDeclaration(all, line) ?? { kind: 'rule', name: '', prelude: all, body: undefined, line }
  }

  #readBody(depth: number): CssItem[] | undefined {
    if (!isSign(this.#peek(), '{')) return undefined
    this.#at += 1
    return this.readItems(depth + 1)
  }

  /** Up to a semicolon, to the end of what is around, or to a block, but not past brackets that are still open. */
  #readUntil(stopsAtBlock: boolean): CssToken[] {
    const start = this.#at
    const open: string[] = []
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      const { kind, value } = token
      if (kind === 'function') open.push(')')
      else if (kind === 'sign') {
        if (open.length === 0 && (value === ';' || value === '}' || (value === '{' && stopsAtBlock))) break
        const end = closing[value]
        if (end !== undefined) open.push(end)
        else if (value === open.at(-1)) open.pop()
      }
      this.#at += 1
    }
    return this.#tokens.slice(start, this.#at)
  }

  #peek(): CssToken | undefined {
    return this.#tokens[this.#at]
  }
}

function readDeclaration(tokens: CssToken[], line: number): CssDeclaration | undefined {
  const [first] = tokens
  const colon = tokens.findIndex((token, index) => index > 0 && !isBlank(token))
  if (first?.kind !== 'ident' || !isSign(tokens[colon], ':')) return undefined
  const rest = tokens.slice(colon + 1)
  const { value, important } = splitImportance(rest)
  return { kind: 'declaration', name: first.value, value, important, line }
}

function splitImportance(tokens: CssToken[]): { value: CssToken[]; important: boolean } {
  const word = tokens.findLastIndex((token) => !isBlank(token))
  const mark = tokens.findLastIndex((token, index) => index < word && !isBlank(token))
  const isWord = tokens[word]?.kind === 'ident' && tokens[word].value.toLowerCase() === 'important'
  if (!isWord || !isSign(tokens[mark], '!')) return { value: tokens, important: false }
  return { value: tokens.slice(0, mark), important: true }
}

function isBlank({ kind }: CssToken): boolean {
  return kind === 'space' || kind === 'comment'
}

function isSign(token: CssToken | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.value === sign
}
