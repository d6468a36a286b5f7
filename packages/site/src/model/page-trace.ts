import type { PageMode } from './page-mode.ts'

/**
 * What a page was rendered from, so that a later export knows without rendering whether it would render the same; and where
 * in its file the rendered content stands, so that it can be laid out anew without rendering. Plain data, some 1,000 bytes.
 */
export interface PageTrace {
  key: string
  /** The page's own file and each that it asked for, by digest; null where there was none. */
  files: [path: string, digest: string | null][]
  /** What it asked of the site, as its author wrote it, and a digest of the answers. */
  links: string[]
  answers: string
  /** The pictures and other files that it shows, likewise. */
  assets: string[]
  shown: string
  /** From and to, in characters of the page's HTML. */
  content: [number, number]
  /** The rules of its utility classes, likewise. */
  rules: [number, number]
  banner: string
  mode: PageMode
  /** Ids of the icons whose shapes the content holds. */
  icons: string[]
  feed?: string
  /** What is around the content is rendered from these too. */
  outline: PageOutline
  /** A digest of what is around it, and of where the page stands in the search. */
  frame: string
}

/** Hosts that a page embeds, by what it embeds of them. */
export interface EmbeddedHosts {
  images: string[]
  media: string[]
  frames: string[]
}

/** All that the layout must know of a page's content, to render what stands around it without the content. Plain data. */
export interface PageOutline {
  description?: string
  headings: { depth: number; id: string; text: string }[]
  /** Scripts that the page uses and ordinary pages do not load. */
  needs: ('mermaid' | 'components')[]
  /** Of the script that the content ends with, where there is one. */
  codeDigest?: string
  /** By the content and the announcement; absent where they embed nothing. */
  embedded?: EmbeddedHosts
  /** The content has a heading of the first level. */
  titled?: true
  /** It has rules of its own. */
  ruled?: true
  /** A search of the site finds it. */
  searched?: true
}
