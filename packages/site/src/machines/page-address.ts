import type { PlannedPage } from '../plan/site-plan.ts'

/** The one address of a page, without extension. */
export function pageAddress(siteUrl: string, { route }: Pick<PlannedPage, 'route'>): string {
  return route === '/' ? `${siteUrl}/` : `${siteUrl}${route.split('/').map(encodeURIComponent).join('/')}`
}
