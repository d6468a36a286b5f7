import type { PageTrace } from '@bindery/site'

/** What a page has shown of other hosts, and what it was rendered from. */
export type ShownPage = [renderer: string, route: string, urls: string[], trace: PageTrace]

/** Lies beside what is known of the files, a line for each page. */
export const shownPagesName = 'shown-pages.jsonl'

export function formatShown(shown: ShownPage): string {
  return `${JSON.stringify(shown)}\n`
}
