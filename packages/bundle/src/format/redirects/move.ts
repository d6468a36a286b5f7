/** An address that moved, in the words that all servers share. */
export interface Move {
  /** What the old address is made of; it begins with a slash and ends without one. */
  parts: Part[]
  /** Percent-encoded text, and the numbers of the open parts, from 1, whose text goes in. */
  target: (string | number)[]
  status: number
}

/** Fixed text as people read it, one segment, text of any length, or a folder's rest: nothing, or a slash and anything. */
export type Part = { text: string } | 'segment' | 'any' | 'rest'

/** Servers know nine parts of a pattern by number. */
const mostOpen = 9
const mostParts = 16
const mostStars = 2
const mostFree = 2

/**
 * Whether a pattern could be read in too many ways. Our own matcher takes the same time for any, but other servers go
 * back to every part whose end is not fixed: with three of them an address of 8 KB takes minutes. No real site needs more.
 */
export function isTooOpen(parts: readonly Part[]): boolean {
  const open = parts.filter((part) => typeof part !== 'object')
  const stars = open.filter((part) => part !== 'segment')
  const free = parts.filter((_, index) => isFree(parts, index))
  return parts.length > mostParts || open.length > mostOpen || stars.length > mostStars || free.length > mostFree
}

/** The last part takes all that is left, and a segment ends where the next slash is. */
function isFree(parts: readonly Part[], index: number): boolean {
  const [part, next] = [parts[index], parts[index + 1]]
  if (typeof part === 'object' || next === undefined) return false
  const isFixed = part === 'segment' && (next === 'rest' || (typeof next === 'object' && next.text.startsWith('/')))
  return !isFixed
}
