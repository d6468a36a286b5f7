import type { Redirect } from '../../config/site-config.ts'
import { isTooOpen } from '../../links/match-redirect.ts'

/** An address that moved, in the words that all servers share. */
export interface Move {
  /** What the old address is made of; it begins with a slash and ends without one. */
  parts: Part[]
  /** Percent-encoded text, and the numbers of the open parts, from 1, whose text goes in. */
  target: (string | number)[]
  status: 301 | 302
}

/** Fixed text as people read it, one segment, text of any length, or a folder's rest: nothing, or a slash and anything. */
export type Part = { text: string } | 'segment' | 'any' | 'rest'

/** Exact addresses first, as the host has it. What moved to itself has not moved. */
export function readMoves(redirects: Redirect[]): Move[] {
  const moves = redirects.filter(({ source }) => !isTooOpen(source)).flatMap(readMove)
  return [...moves.filter(isExact), ...moves.filter((move) => !isExact(move))]
}

export function isExact({ parts }: Move): boolean {
  return parts.every((part) => typeof part === 'object')
}

/** Fixed text before the first open part. */
export function headOf({ parts: [first] }: Move): string {
  return typeof first === 'object' ? first.text : ''
}

export function isOutside({ target: [first] }: Move): boolean {
  return typeof first === 'string' && /^https?:/i.test(first)
}

/** A folder that moved with all that is in it: `/v1/*` to `/v2/*`. */
export function isFolder({ parts, target }: Move): boolean {
  return parts.length === 2 && parts[1] === 'rest' && target.length === 2 && target[1] === 1
}

/** Whether some address could be led to itself: `/docs/intro` by `/docs/*` to `/docs/intro`. */
export function mayReturn(move: Move): boolean {
  if (isOutside(move)) return false
  const from = headOf(move)
  const to = decode(String(move.target[0]).replace(/[?#].*$/s, ''))
  if (isExact(move)) return from === (to.replace(/\/$/, '') || '/')
  if (isFolder(move)) return to === `${from}/`
  return from.startsWith(to) || to.startsWith(from)
}

const open = /\/:([\w-]+)\*|\/\*|:([\w-]+)|\*/g

function readMove({ source, destination, permanent }: Redirect): Move[] {
  const from = `/${source.replace(/^\//, '').replace(/\/+$/, '')}`
  const names: string[] = []
  const parts: Part[] = []
  let end = 0
  for (const { 0: sign, 1: rest, 2: name, index } of from.matchAll(open)) {
    if (index > end) parts.push({ text: decode(from.slice(end, index)) })
    end = index + sign.length
    parts.push(rest !== undefined || sign === '/*' ? 'rest' : name === undefined ? 'any' : 'segment')
    names.push(rest ?? name ?? '*')
  }
  if (end < from.length) parts.push({ text: decode(from.slice(end)) })
  const target = readTarget(destination, names)
  // Servers know nine parts of a pattern by number.
  if (target === undefined || names.length > 9) return []
  const move: Move = { parts, target, status: permanent ? 301 : 302 }
  return isExact(move) && mayReturn(move) ? [] : [move]
}

function readTarget(destination: string, names: string[]): Move['target'] | undefined {
  const isWhole = /^https?:\/\//i.test(destination)
  if (!isWhole && /^[a-z][a-z\d+.-]*:|^\/\//i.test(destination)) return undefined
  const path = isWhole || destination.startsWith('/') ? destination : `/${destination}`
  // The parts are taken out first, so that encoding leaves them alone.
  const marked = names.reduce(
    (text, name, index) => {
      const wanted = name === '*' ? '*' : new RegExp(`:${name}\\*?`)
      return text.replace(wanted, `\u0000${index + 1}\u0000`)
    },
    path.replaceAll('\u0000', ''),
  )
  return marked
    .split('\u0000')
    .map((text, index) => (index % 2 === 0 ? encode(text) : Number(text)))
    .filter((piece) => piece !== '')
}

/** Nothing passes that a server's configuration could take for more than an address. */
export function encode(text: string): string {
  return encodeURI(decode(text)).replace(
    /[$'"();,*!\\{}|^`<>]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function decode(text: string): string {
  try {
    return decodeURI(text).toWellFormed()
  } catch {
    return text.toWellFormed()
  }
}
