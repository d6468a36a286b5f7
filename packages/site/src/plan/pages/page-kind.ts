import type { PlannedPage } from '../../model/site-plan.ts'

/** Made from an OpenAPI file alone: that file is its source, and it has no text of an author. */
export function isGenerated({ operation, file }: PlannedPage): boolean {
  return operation?.spec === file
}

/** Whether search, sitemap and llms.txt may name it: not if its author hides it, or if it only leads elsewhere. */
export function isListed({ hidden, noindex, url }: PlannedPage): boolean {
  return !hidden && !noindex && url === undefined
}
