import { createMoves } from '@bindery/bundle'
import { normalizeRoute } from '../../model/paths.ts'
import type { Redirect } from '../../model/site-config.ts'
import type { Redirects } from '../../model/site-index.ts'
import { isPattern, readMoves } from './read-moves.ts'

/**
 * Sources may hold `:name` for one segment, `:name*` for the rest and `*`; a destination names the same parts. Those are
 * read as the host and other servers read them. Exact ones are any spelling of one page, and the first of them counts.
 */
export function createRedirects(redirects: readonly Redirect[]): Redirects {
  const exact = new Map<string, string>()
  for (const { source, destination } of redirects) {
    const route = normalizeRoute(source.startsWith('/') ? source : `/${source}`)
    if (!isPattern(source) && !exact.has(route)) exact.set(route, destination)
  }
  const findMove = createMoves(readMoves(redirects.filter(({ source }) => isPattern(source))))
  return (route) => exact.get(route) ?? findMove(route)?.location
}
