import { escapeName, escapeString } from './escape-css.ts'

export type CssTokenKind =
  | 'space'
  | 'comment'
  | 'string'
  | 'url'
  | 'function'
  | 'ident'
  | 'at'
  | 'hash'
  | 'number'
  | 'sign'
  | 'bad'

export interface CssToken {
  kind: CssTokenKind
  /** What it means, escapes resolved; of a function its name, in lower case. */
  value: string
  /** How it is written again: never by way of an escape that hides a name. */
  text: string
  line: number
}

/**
 * The tokens of a style sheet as every browser reads them (CSS Syntax Level 3), in one walk over the text. What loads
 * something is a token of its own, however it was spelled: `u\72l(x)` is a `url` here as it is there.
 */
export function tokenizeCss(source: string): CssToken[] {
  return [...readCssTokens(source)]
}

/** The same one after the other, for a reader that may stop before the end. */
export function* readCssTokens(source: string): Generator<CssToken> {
  const reader = new Reader(source)
  while (!reader.atEnd) yield reader.next()
}

const newline = /\r\n?|\f/g
const nameStart = /[a-z_\u0080-\uffff]/i
const nameCharacter = /[-\w\u0080-\uffff]/
const digit = /\d/
const hexDigit = /[\da-f]/i
const blank = /[ \t\n]/
const numberLike = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/iy

function isUnprintable(sign: string): boolean {
  const code = sign.charCodeAt(0)
  return code < 9 || code === 11 || (code > 13 && code < 32) || code === 127
}

class Reader {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(source: string) {
    this.#text = source.replace(newline, '\n').replaceAll('\0', '\ufffd').toWellFormed()
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  next(): CssToken {
    const start = this.#at
    const line = this.#line
    const { kind, value, text } = this.#read()
    const raw = this.#text.slice(start, this.#at)
    for (let at = raw.indexOf('\n'); at !== -1; at = raw.indexOf('\n', at + 1)) this.#line += 1
    return { kind, value, text: text ?? raw, line }
  }

  #read(): { kind: CssTokenKind; value: string; text?: string } {
    const sign = this.#peek()
    if (blank.test(sign)) return this.#readSpace()
    if (this.#text.startsWith('/*', this.#at)) return this.#readComment()
    if (sign === '"' || sign === "'") return this.#readString(sign)
    if (this.#startsNumber()) return this.#readNumber()
    if (sign === '#' && (nameCharacter.test(this.#peek(1)) || this.#isEscape(1))) {
      this.#at += 1
      const value = this.#readName()
      return { kind: 'hash', value, text: `#${escapeName(value, true)}` }
    }
    if (sign === '@' && this.#startsName(1)) {
      this.#at += 1
      const value = this.#readName()
      return { kind: 'at', value: value.toLowerCase(), text: `@${escapeName(value)}` }
    }
    for (const mark of ['<!--', '-->']) {
      if (!this.#text.startsWith(mark, this.#at)) continue
      this.#at += mark.length
      return { kind: 'comment', value: '', text: '' }
    }
    if (this.#startsName(0)) return this.#readWord()
    this.#at += 1
    // A sign that opens a tag is never followed by what would name one.
    return sign === '<' ? { kind: 'sign', value: sign, text: '< ' } : { kind: 'sign', value: sign }
  }

  #readSpace() {
    while (blank.test(this.#peek())) this.#at += 1
    return { kind: 'space' as const, value: ' ', text: ' ' }
  }

  #readComment() {
    const end = this.#text.indexOf('*/', this.#at + 2)
    this.#at = end === -1 ? this.#text.length : end + 2
    return { kind: 'comment' as const, value: '', text: '/**/' }
  }

  #readString(quote: string) {
    let value = ''
    for (this.#at += 1; !this.atEnd; ) {
      const sign = this.#peek()
      if (sign === '\n') return { kind: 'bad' as const, value: 'A text runs past the end of its line.' }
      this.#at += 1
      if (sign === quote) break
      if (sign !== '\\') value += sign
      else if (this.#peek() === '\n') this.#at += 1
      else if (!this.atEnd) value += this.#readEscape()
    }
    return { kind: 'string' as const, value, text: escapeString(value) }
  }

  #startsNumber(): boolean {
    const [first, second, third] = [this.#peek(), this.#peek(1), this.#peek(2)]
    if (digit.test(first)) return true
    if (first === '.') return digit.test(second)
    return (first === '+' || first === '-') && (digit.test(second) || (second === '.' && digit.test(third)))
  }

  /** With its unit, if it has one. */
  #readNumber() {
    numberLike.lastIndex = this.#at
    this.#at += numberLike.exec(this.#text)?.[0].length ?? 1
    if (this.#startsName(0)) this.#readName()
    else if (this.#peek() === '%') this.#at += 1
    return { kind: 'number' as const, value: '' }
  }

  /** A name, a function, or an address without quotes. */
  #readWord() {
    const name = this.#readName()
    if (this.#peek() !== '(') return { kind: 'ident' as const, value: name, text: escapeName(name) }
    this.#at += 1
    if (name.toLowerCase() === 'url' && !this.#isQuotedNext()) return this.#readUrl()
    return { kind: 'function' as const, value: name.toLowerCase(), text: `${escapeName(name)}(` }
  }

  #isQuotedNext(): boolean {
    let at = this.#at
    while (blank.test(this.#text[at] ?? '')) at += 1
    return this.#text[at] === '"' || this.#text[at] === "'"
  }

  #readUrl() {
    this.#readSpace()
    let value = ''
    while (!this.atEnd) {
      const sign = this.#peek()
      if (sign === ')' || blank.test(sign)) break
      if (sign === '\\' ? !this.#isEscape(0) : /["'(]/.test(sign) || isUnprintable(sign)) return this.#readBadUrl()
      this.#at += 1
      value += sign === '\\' ? this.#readEscape() : sign
    }
    this.#readSpace()
    if (this.atEnd || this.#peek() === ')') {
      this.#at += 1
      return { kind: 'url' as const, value, text: `url(${escapeString(value)})` }
    }
    return this.#readBadUrl()
  }

  #readBadUrl() {
    while (!this.atEnd && this.#peek() !== ')') {
      const isEscape = this.#isEscape(0)
      this.#at += 1
      if (isEscape) this.#readEscape()
    }
    this.#at += 1
    return { kind: 'bad' as const, value: 'An address is not written as one.' }
  }

  #readName(): string {
    let name = ''
    for (;;) {
      const sign = this.#peek()
      if (nameCharacter.test(sign)) name += sign
      else if (!this.#isEscape(0)) return name
      this.#at += 1
      if (sign === '\\') name += this.#readEscape()
    }
  }

  /** After its backslash. */
  #readEscape(): string {
    let digits = ''
    while (digits.length < 6 && hexDigit.test(this.#peek())) digits += this.#text[this.#at++]
    if (digits === '') {
      const whole = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0xfffd)
      this.#at += whole.length
      return whole
    }
    if (blank.test(this.#peek())) this.#at += 1
    const code = Number.parseInt(digits, 16)
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
  }

  #startsName(ahead: number): boolean {
    const sign = this.#peek(ahead)
    if (sign === '-') {
      const second = this.#peek(ahead + 1)
      return second === '-' || nameStart.test(second) || this.#isEscape(ahead + 1)
    }
    return nameStart.test(sign) || this.#isEscape(ahead)
  }

  #isEscape(ahead: number): boolean {
    return this.#peek(ahead) === '\\' && this.#peek(ahead + 1) !== '\n'
  }

  #peek(ahead = 0): string {
    return this.#text[this.#at + ahead] ?? ''
  }
}
