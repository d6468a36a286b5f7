import type { PlannedPage } from '../site-plan.ts'
import { relativePath } from './relative-path.ts'

/** The one address of a page, without extension. */
export function pageAddress(siteUrl: string, { route }: Pick<PlannedPage, 'route'>): string {
  return `${siteUrl}/${relativePath('', route.slice(1))}`
}
