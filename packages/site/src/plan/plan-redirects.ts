import type { Advice } from '../config/advice.ts'
import type { Redirect } from '../config/site-config.ts'
import { isExact, isTooOpen } from '../links/match-redirect.ts'
import { normalizeRoute, outputOf } from '../links/route.ts'
import { sayCollision } from './admit-pages.ts'
import type { NameLedger } from './name-ledger.ts'
import type { PlannedRedirect } from './site-plan.ts'

/**
 * Addresses that moved, each a small page of its own; a page that stands at such an address goes before. Sources with a
 * pattern need a server; links on pages follow them all the same, as they follow those that find no room here.
 */
export function planRedirects(
  redirects: Redirect[],
  names: NameLedger,
  advise: (advice: Pick<Advice, 'message' | 'suggestion'>) => void,
): PlannedRedirect[] {
  return redirects.flatMap(({ source, destination }) => {
    if (isTooOpen(source)) {
      advise({
        message: `“${source}” leads nowhere: it has more than two parts of any length.`,
        suggestion: 'Write :name for a single segment, and * once or twice.',
      })
    }
    const output = isExact(source) ? redirectOutput(source) : undefined
    if (output === undefined) return []
    const holder = names.claim(output)
    if (holder === undefined) return [{ output, destination }]
    advise({
      message: `“${source}” has no page that leads on: ${sayCollision(output, holder)}.`,
      suggestion: 'Delete one of the two; links on pages are led right all the same.',
    })
    return []
  })
}

/** Undefined for an address that is no path of this site. */
function redirectOutput(source: string): string | undefined {
  const path = source.replace(/[?#].*$/s, '').replace(/^\/+/, '')
  if (/(?:^|\/)\.\.?(?:\/|$)|^_bindery(?:\/|$)|^[a-z]+:|\\/i.test(path)) return undefined
  const route = normalizeRoute(`/${path}`)
  return route === '/' ? 'index.html' : outputOf(`${route.slice(1)}.mdx`)
}
