import { encodePath } from '../encode-path.ts'
import { matchParts } from './match-parts.ts'
import { isTooOpen, type Move } from './move.ts'

/** Where an address has moved to, or undefined. */
export type Moves = (path: string) => { location: string; status: number } | undefined

/** Patterns of a site; each is compared with every address that is in no table, 25 ms for all at the worst. */
export const mostPatterns = 500
/** No address of a real site is as long. */
export const longestPath = 512

/** Addresses without open parts are looked up in a table, since a site may have hundreds of them; the first one wins. */
export function createMoves(moves: Iterable<Move>): Moves {
  const exact = new Map<string, Move>()
  const open: Move[] = []
  for (const move of moves) {
    const [only, ...more] = move.parts
    if (more.length === 0 && typeof only === 'object') {
      if (!exact.has(only.text)) exact.set(only.text, move)
    } else if (open.length < mostPatterns && !isTooOpen(move.parts)) open.push(move)
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

/** An address that moved to itself has not moved. */
function leadOn(path: string, { target, status }: Move, caught: readonly string[]): ReturnType<Moves> {
  const location = fill(target, caught)
  const isItself = location.replace(/[?#].*$/s, '').replace(/\/$/, '') === encodePath(path).replace(/\/$/, '')
  return isItself ? undefined : { location, status }
}

/** What was caught is written as an address again, and cannot lead to another host than the one that the site names. */
function fill(target: Move['target'], caught: readonly string[]): string {
  const location = target
    .map((piece) => (typeof piece === 'number' ? encodePath(caught[piece - 1] ?? '') : piece))
    .join('')
  const isOutside = typeof target[0] === 'string' && /^https?:\/\//i.test(target[0])
  return isOutside ? location : `/${location.replace(/^[/\\]+/, '')}`
}
