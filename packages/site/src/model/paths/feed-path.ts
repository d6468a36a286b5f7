import type { PlannedPage } from '../site-plan.ts'

/** Where the feed of a page stands: under the page's own address, where those who follow it today ask for it. */
export function feedPath({ route }: Pick<PlannedPage, 'route'>): string {
  return route === '/' ? 'rss.xml' : `${route.slice(1)}/rss.xml`
}
