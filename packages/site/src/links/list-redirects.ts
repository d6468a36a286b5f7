import { firstPage } from '../navigation/index-navigation.ts'
import { relativePath } from './relative-path.ts'
import { resolveLink } from './resolve-link.ts'
import type { SiteIndex } from './site-index.ts'

/** A page that only leads on. */
export interface RedirectPage {
  output: string
  href: string
  title: string
}

/** The planned redirects, and the site's front door when nothing else stands there. */
export function* listRedirects(site: SiteIndex): Generator<RedirectPage> {
  const { pages, redirects, navigation } = site.plan
  for (const { output, destination } of redirects) {
    const page = { route: '', file: '', title: '', output }
    yield { output, href: resolveLink(destination, page, site).href, title: destination }
  }
  if ([...pages, ...redirects].some(({ output }) => output === 'index.html')) return
  const entrance = site.pages.get(firstPage(navigation.root) ?? pages[0]?.route ?? '')
  if (!entrance) return
  yield { output: 'index.html', href: relativePath('index.html', entrance.output), title: entrance.title }
}
