import { mostPatterns } from '@bindery/bundle'
import type { Advice } from '../../model/advice.ts'
import { normalizeRoute, outputOf } from '../../model/paths.ts'
import type { Redirect } from '../../model/site-config.ts'
import type { PlannedRedirect } from '../../model/site-plan.ts'
import type { NameLedger } from '../files/name-ledger.ts'
import { describeCollision } from '../pages/admit-pages.ts'
import { explainUnusable, isPattern } from './read-moves.ts'

type Advise = (advice: Pick<Advice, 'message' | 'suggestion'>) => void

/**
 * Addresses that moved, each a small page of its own; a page that stands at such an address goes before. Sources with a
 * pattern need a server; links on pages follow them all the same, as they follow those that find no room here.
 */
export function planRedirects(redirects: readonly Redirect[], names: NameLedger, advise: Advise): PlannedRedirect[] {
  const usable = redirects.filter(({ source }) => {
    const unusable = explainUnusable(source)
    if (unusable) advise(unusable)
    return !unusable
  })
  checkNumber(
    usable.filter(({ source }) => isPattern(source)),
    advise,
  )
  return usable.flatMap(({ source, destination }) => {
    const output = isPattern(source) ? undefined : redirectOutput(source)
    if (output === undefined) return []
    const holder = names.claim(output)
    if (holder === undefined) return [{ output, destination }]
    advise({
      message: `“${source}” has no page that leads on: ${describeCollision(output, holder)}.`,
      suggestion: 'Delete one of the two; links on pages are led right all the same.',
    })
    return []
  })
}

function checkNumber(patterns: readonly Redirect[], advise: Advise): void {
  const first = patterns[mostPatterns]
  if (!first) return
  advise({
    message: `There are ${patterns.length} redirects with a pattern, more than the ${mostPatterns} allowed: “${first.source}” and those below it have no effect.`,
    suggestion: 'Join patterns that lead to the same place, or write single addresses, which are not limited.',
  })
}

/** Undefined for an address that is no path of this site. */
function redirectOutput(source: string): string | undefined {
  const path = source.replace(/[?#].*$/s, '').replace(/^\/+/, '')
  if (/(?:^|\/)\.\.?(?:\/|$)|^_bindery(?:\/|$)|^[a-z]+:|\\/i.test(path)) return undefined
  const route = normalizeRoute(`/${path}`)
  return route === '/' ? 'index.html' : outputOf(`${route.slice(1)}.mdx`)
}
