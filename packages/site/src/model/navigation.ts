import type { Banner, Pair, SiteConfig } from './site-config.ts'

/** One normalized tree for every way in which a docs.json can order its pages. */
export interface Navigation {
  root: Division
  /** Links that stand on every page. */
  global: NavigationLink[]
}

export type DivisionKind = 'root' | 'language' | 'version' | 'product' | 'tab' | 'dropdown' | 'anchor' | 'item'

/**
 * What a reader switches between. It holds either further divisions or, when it is a section with a sidebar of its
 * own, entries; or it leads out of the site.
 */
export interface Division extends SearchRules {
  kind: DivisionKind
  label: string
  icon?: string
  tag?: string
  description?: string
  href?: string
  hidden?: true
  default?: true
  /** Of a tab: at the end of its line. */
  align?: 'end'
  /** Of its icon. */
  color?: Pair
  /** Of its pages, in the place of the site's. */
  banner?: Banner
  navbar?: SiteConfig['navbar']
  footer?: SiteConfig['footer']
  divisions: Division[]
  entries: Entry[]
}

/** Of all pages in it, where they say nothing else. */
export interface SearchRules {
  /** How much more their words count; less, below 1. */
  boost?: number
  unsearchable?: true
}

/** A page is named by its route. */
export type Entry = string | Group | NavigationLink

export interface Group extends SearchRules {
  kind: 'group'
  label: string
  icon?: string
  tag?: string
  root?: string
  expanded?: true
  hidden?: true
  /** How the root page lists what stands under it. */
  directory?: 'accordion' | 'card'
  entries: Entry[]
}

export interface NavigationLink {
  kind: 'link'
  label: string
  href: string
  icon?: string
  color?: Pair
}
