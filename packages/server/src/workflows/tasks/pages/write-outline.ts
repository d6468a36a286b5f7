import { outlinePart, type SitePart } from '@bindery/site'

/** What finishing reads of a part that has not changed: two lines, of which mostly only the first is read. */
export function writeOutline(part: SitePart): string {
  const { pages, search } = outlinePart(part)
  return `${JSON.stringify(pages)}\n${JSON.stringify(search)}`
}
