import type { Move } from '@bindery/bundle'
import { isOutside, mayReturn } from '../../plan/redirects/read-moves.ts'

/** How a server wants patterns written. */
export interface Dialect {
  /** Fixed text of a pattern. */
  text(text: string): string
  /** One sign of an address, one that is no slash, and one that is none in either direction. */
  sign: string
  inSegment: string
  notSlash: string
}

/** For servers that compare addresses as people read them, byte for byte. */
export const bytes: Dialect = {
  text: (text) => spellEach(Buffer.from(text), (byte) => `\\x${hex(byte)}`),
  sign: '.',
  inSegment: '[^/]',
  notSlash: '[^/\\x5C]',
}

/** The same for those that know characters. */
export const characters: Dialect = {
  text: (text) =>
    spellEach(
      [...text].map((sign) => sign.codePointAt(0) ?? 0),
      (code) => `\\x{${hex(code)}}`,
    ),
  sign: '.',
  inSegment: '[^/]',
  notSlash: '[^/\\x5C]',
}

/**
 * A pattern without its ends, to be followed by `/?$`: the last part leaves a slash at the end alone. A part that the
 * target begins with takes no slash along, or the address would lead to a host that a stranger chose; it begins with
 * another sign then, so that there is one way only to read a run of slashes.
 */
export function spellPattern({ text, sign, inSegment, notSlash }: Dialect, move: Move): string {
  const first = !isOutside(move) && move.target[0] === '/' ? move.target[1] : undefined
  let number = 0
  return move.parts
    .map((part, index) => {
      if (typeof part === 'object') return text(part.text)
      const isFirst = ++number === first
      if (part === 'segment') return isFirst ? `\\x5C*(${notSlash}${inSegment}*)` : `(${inSegment}+)`
      const all = index === move.parts.length - 1 ? `${sign}*?` : `${sign}*`
      const any = isFirst ? `[/\\x5C]*((?:${notSlash}${all})?)` : `(${all})`
      return part === 'any' ? any : `(?:/${any})?`
    })
    .join('')
}

/** The same with its ends, and with a look back at the target, where an address could be led to itself. */
export function spellWhole(dialect: Dialect, move: Move): string {
  const pattern = spellPattern(dialect, move)
  if (!mayReturn(move)) return `^${pattern}/?$`
  return `^(?=${pattern}/?$)(?!${spellTarget(dialect, move, (number) => `\\${number}`)}/?$)`
}

/** The path of the target as a pattern, without a slash at its end. */
export function spellTarget({ text }: Dialect, { target }: Move, part: (number: number) => string): string {
  const end = target.findIndex((piece) => /[?#]/.test(String(piece)))
  const path = end === -1 ? target : [...target.slice(0, end), String(target[end]).replace(/[?#].*$/, '')]
  return path
    .map((piece, index) => {
      if (typeof piece === 'number') return part(piece)
      return text(decodeURIComponent(index === path.length - 1 ? piece.replace(/\/$/, '') : piece))
    })
    .join('')
}

/** Letters, digits and what means nothing in any pattern or configuration are left as they are. */
function spellEach(codes: Iterable<number>, spell: (code: number) => string): string {
  return [...codes]
    .map((code) => (/[\w/-]/.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : spell(code)))
    .join('')
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(2, '0')
}
