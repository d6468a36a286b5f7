import { firstPage } from '../navigation/index-navigation.ts'
import { isExact } from './match-redirect.ts'
import { relativePath } from './relative-path.ts'
import { resolveLink } from './resolve-link.ts'
import { normalizeRoute, outputOf } from './route.ts'
import type { SiteIndex } from './site-index.ts'

/** A page that only leads on. */
export interface RedirectPage {
  output: string
  href: string
  title: string
}

/**
 * Addresses that moved, each a small page of its own, and the site's front door when no page stands there. Sources with
 * a pattern need a server; links on pages follow them all the same.
 */
export function* listRedirects(site: SiteIndex): Generator<RedirectPage> {
  const taken = new Set(site.plan.pages.map((page) => page.output))
  const entrance = firstPage(site.plan.navigation.root) ?? site.plan.pages[0]?.route
  for (const { source, destination } of site.plan.config.redirects) {
    if (!isExact(source)) continue
    const output = redirectOutput(source)
    if (output === undefined || taken.has(output)) continue
    taken.add(output)
    const page = { route: '', file: '', title: '', output }
    yield { output, href: resolveLink(destination, page, site).href, title: destination }
  }
  const target = entrance === undefined ? undefined : site.pages.get(entrance)
  if (!taken.has('index.html') && target) {
    yield { output: 'index.html', href: relativePath('index.html', target.output), title: target.title }
  }
}

/** Undefined for an address that is no path of this site. */
function redirectOutput(source: string): string | undefined {
  const path = source.replace(/[?#].*$/s, '').replace(/^\/+/, '')
  if (/(?:^|\/)\.\.?(?:\/|$)|^_bindery(?:\/|$)|^[a-z]+:|\\/i.test(path)) return undefined
  const route = normalizeRoute(`/${path}`)
  return route === '/' ? 'index.html' : outputOf(`${route.slice(1)}.mdx`)
}
