import type { PageMode } from './page-mode.ts'

/**
 * What a page was rendered from, so that a later export knows without drawing whether it would render the same; and where in
 * its file the rendered content stands, so that it can be laid out anew without drawing. Plain data, some 500 bytes.
 */
export interface PageTrace {
  key: string
  /** The page's own file and each that it asked for, by digest; null where there was none. */
  files: [path: string, digest: string | null][]
  /** What it asked of the site, as its author wrote it, and a digest of all the answers. */
  links: string[]
  assets: string[]
  answers: string
  /** From and to, in characters of the page's HTML. */
  content: [number, number]
  /** The rules of its utility classes, likewise. */
  rules: [number, number]
  banner: string
  mode: PageMode
  /** Ids of the icons whose shapes the content holds. */
  icons: string[]
  feed?: string
}
