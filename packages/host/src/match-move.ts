import type { Move, Part } from './read-moves.ts'

/** Where an address has moved to, or undefined. */
export type Moves = (path: string) => { location: string; status: number } | undefined

// No address of a real site is as long, none is made of as many parts: what goes beyond has no place in the table.
const longestPath = 512
const mostParts = 16
/** As the exporter has it: no real site needs more parts of any length. */
const mostOpen = 2

/** Addresses without parts are looked up in a table, since a site may have hundreds of them; the first one wins. */
export function createMoves(moves: readonly Move[]): Moves {
  const exact = new Map<string, Move>()
  const open: Move[] = []
  for (const move of moves) {
    const [only, ...more] = move.parts
    if (isTooOpen(move)) continue
    if (more.length > 0 || typeof only !== 'object') open.push(move)
    else if (!exact.has(only.text)) exact.set(only.text, move)
  }
  return (path) => {
    if (path.length > longestPath) return undefined
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const move = exact.get(bare)
    if (move) return leadOn(bare, move, [])
    for (const candidate of open) {
      const caught = matchParts(candidate.parts, bare)
      if (caught) return leadOn(bare, candidate, caught)
    }
    return undefined
  }
}

function isTooOpen({ parts }: Move): boolean {
  return parts.length > mostParts || parts.filter((part) => part === 'any' || part === 'rest').length > mostOpen
}

/** An address that moved to itself has not moved. */
function leadOn(path: string, { target, status }: Move, caught: readonly string[]): ReturnType<Moves> {
  const location = fill(target, caught)
  const isItself = location.replace(/\/?(?:[?#].*)?$/s, '') === encode(path).replace(/\/$/, '')
  return isItself ? undefined : { location, status }
}

/**
 * What the open parts caught, the earlier ones as much as they can. Each part is tried once at each place, 16,000 tries
 * at the most, so that no table of a hostile bundle holds up the others who ask.
 */
function matchParts(parts: readonly Part[], path: string): string[] | undefined {
  const failed = new Set<string>()
  const ends: number[] = []
  const end = (part: number, at: number): boolean => {
    ends[part] = at
    return match(part + 1, at, false)
  }
  const match = (part: number, at: number, isBegun: boolean): boolean => {
    const wanted = parts[part]
    if (wanted === undefined) return at === path.length
    const key = `${part} ${at} ${isBegun}`
    if (failed.has(key)) return false
    const isRight =
      typeof wanted === 'object'
        ? path.startsWith(wanted.text, at) && end(part, at + wanted.text.length)
        : (goesOn(wanted, path[at], isBegun) && match(part, at + 1, true)) || (mayEnd(wanted, isBegun) && end(part, at))
    if (!isRight) failed.add(key)
    return isRight
  }
  if (!match(0, 0, false)) return undefined
  return parts.flatMap((part, index) => {
    if (typeof part === 'object') return []
    const text = path.slice(ends[index - 1] ?? 0, ends[index])
    return [part === 'rest' ? text.slice(1) : text]
  })
}

type Open = Exclude<Part, object>

function goesOn(part: Open, sign: string | undefined, isBegun: boolean): boolean {
  if (sign === undefined) return false
  if (part === 'segment') return sign !== '/'
  return part === 'any' || isBegun || sign === '/'
}

function mayEnd(part: Open, isBegun: boolean): boolean {
  return part !== 'segment' || isBegun
}

/** What was caught is written as an address again, and cannot lead to another host than the one that the site names. */
function fill(target: string, caught: readonly string[]): string {
  const location = target.replace(/\$(\d)/g, (_, number) => encode(caught[Number(number) - 1] ?? ''))
  return /^https?:\/\//i.test(target) ? location : `/${location.replace(/^[/\\]+/, '')}`
}

function encode(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/')
}
