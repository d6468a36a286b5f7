import { frontOutput, relativePath } from '../../model/paths.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { firstPage } from '../../plan/navigation/index-navigation.ts'
import { resolveLink } from './resolve-link.ts'

/** A page that only leads on. */
export interface RedirectPage {
  output: string
  href: string
  title: string
}

/** The planned redirects, and the site's front door when nothing else stands there: where only some pages were asked for. */
export function* listRedirects(site: SiteIndex): Generator<RedirectPage> {
  for (const { output, destination } of site.plan.redirects) {
    const page = { route: '', file: '', title: '', output }
    yield { output, href: resolveLink(destination, page, site).href, title: destination }
  }
  const entrance = findEntrance(site)
  if (!entrance) return
  yield { output: frontOutput, href: relativePath(frontOutput, entrance.output), title: entrance.title }
}

/** The same without where they lead, which has to be looked up among all patterns. */
export function listRedirectOutputs(site: SiteIndex): string[] {
  const planned = site.plan.redirects.map(({ output }) => output)
  return findEntrance(site) || site.front ? [...planned, frontOutput] : planned
}

function findEntrance(site: SiteIndex): PlannedPage | undefined {
  const { pages, redirects, navigation } = site.plan
  if (pages.some(isFrontDoor) || redirects.some(isFrontDoor)) return undefined
  return site.pages.get(firstPage(navigation.root) ?? pages[0]?.route ?? '')
}

function isFrontDoor({ output, front }: { output: string; front?: true }): boolean {
  return output === frontOutput || front === true
}
