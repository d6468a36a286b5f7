import { isTooOpen, longestPath, type Move, mostPatterns, type Part } from '@bindery/bundle'
import type { Redirect } from '../../model/site-config.ts'

/** Exact addresses first, as the host has it. What moved to itself has not moved. */
export function readMoves(redirects: readonly Redirect[]): Move[] {
  const moves = redirects.filter(({ source }) => !explainUnusable(source)).flatMap(readMove)
  return [...moves.filter(isExact), ...moves.filter((move) => !isExact(move)).slice(0, mostPatterns)]
}

export function isPattern(source: string): boolean {
  return /[:*]/.test(source)
}

/** Why a source has no effect, on the host and on other servers alike, or undefined. */
export function explainUnusable(source: string): { message: string; suggestion: string } | undefined {
  if (source.length > longestPath) {
    const message = `“${source.slice(0, 60)}…” has no effect: it has more than ${longestPath} characters.`
    return { message, suggestion: 'Shorten the source.' }
  }
  if (!isPattern(source) || !isTooOpen(readSource(source).parts)) return undefined
  return {
    message: `“${source}” has no effect: it can be read in too many ways.`,
    suggestion: 'Write :name for a whole segment, at most two of them inside one, and * once or twice.',
  }
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

function readMove({ source, destination, permanent }: Redirect): Move[] {
  const { parts, names } = readSource(source)
  const target = readTarget(destination, names)
  if (target === undefined) return []
  const move: Move = { parts, target, status: permanent ? 301 : 302 }
  return isExact(move) && mayReturn(move) ? [] : [move]
}

const open = /\/:([\w-]+)\*|\/\*|:([\w-]+)|\*/g

/** What an address is made of, and the names of its open parts. */
function readSource(source: string): { parts: Part[]; names: string[] } {
  const from = `/${trimSlashes(source)}`
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
  return { parts, names }
}

/** One at the start, all at the end. By hand: an expression would look for the end behind each of a million slashes. */
function trimSlashes(source: string): string {
  let end = source.length
  while (source[end - 1] === '/') end -= 1
  return source.slice(source.startsWith('/') ? 1 : 0, end)
}

/** A part is named as in the source, each `*` by the next one of those. */
function readTarget(destination: string, names: readonly string[]): Move['target'] | undefined {
  const isWhole = /^https?:\/\//i.test(destination)
  if (!isWhole && /^[a-z][a-z\d+.-]*:|^\/\//i.test(destination)) return undefined
  const path = isWhole || destination.startsWith('/') ? destination : `/${destination}`
  const stars = names.flatMap((name, index) => (name === '*' ? [index + 1] : []))
  const target: Move['target'] = []
  let end = 0
  for (const { 0: sign, 1: name = '*', index } of path.matchAll(/:([\w-]+)\*?|\*/g)) {
    const number = name === '*' ? stars.shift() : names.indexOf(name) + 1
    if (!number) continue
    if (index > end) target.push(encode(path.slice(end, index)))
    target.push(number)
    end = index + sign.length
  }
  return end < path.length ? [...target, encode(path.slice(end))] : target
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
