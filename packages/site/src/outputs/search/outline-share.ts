import { hash } from 'node:crypto'
import { type IndexedPage, type SearchShare, sectionsOfPage } from './join-search.ts'

/** All that is needed of a share of the search to tell which files of the index stay as they were. Plain data. */
export interface ShareOutline {
  scope: string
  pages: OutlinedPage[]
}

export interface OutlinedPage extends Omit<IndexedPage, 'text'> {
  textLength: number
  textDigest: string
}

export function outlineShare({ scope, pages }: SearchShare): ShareOutline {
  return {
    scope,
    pages: pages.map(({ text, ...page }) => ({ ...page, textLength: text.length, textDigest: hash('sha256', text) })),
  }
}

/** How many numbers the sections of its pages take. */
export function countSections({ pages }: ShareOutline): number {
  return pages.reduce((sum, { steps }) => sum + steps * sectionsOfPage, 0)
}
