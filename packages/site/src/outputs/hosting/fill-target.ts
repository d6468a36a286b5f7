import type { Move } from '@bindery/bundle'
import { isOutside } from '../../plan/redirects/read-moves.ts'

/** How a server names what a new address is made of. */
export interface Names {
  /** Where the site stands: nothing, or `/docs`. */
  base: string
  /** Nothing, or `?` and what was asked for. */
  query: string
  part(number: number): string
}

/** What was asked for goes along, unless the new address brings a query of its own. */
export function fillTarget(move: Move, { base, query, part }: Names): string {
  const target = move.target.map((piece) => (typeof piece === 'number' ? part(piece) : piece)).join('')
  const [address = '', ...fragment] = target.split('#')
  const asked = address.includes('?') ? address : `${address}${query}`
  return `${isOutside(move) ? '' : base}${[asked, ...fragment].join('#')}`
}
