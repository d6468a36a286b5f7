import { relativePath } from '../links/relative-path.ts'
import type { PlannedPage } from '../plan/site-plan.ts'

/** The one address of a page, without extension. */
export function pageAddress(siteUrl: string, { route }: Pick<PlannedPage, 'route'>): string {
  return `${siteUrl}/${relativePath('', route.slice(1))}`
}
