import type { PlannedPage } from '../../model/site-plan.ts'

/** Whether search, sitemap and llms.txt may name it: not if its author hides it, or if it only leads elsewhere. */
export function isListed({ hidden, noindex, url }: PlannedPage): boolean {
  return !hidden && !noindex && url === undefined
}
