import { resolveAsset } from '../assets/resolve-asset.ts'
import type { DrawContext } from '../components/draw-context.ts'
import { Html, nothing } from '../components/html.ts'
import { relativePath } from '../links/relative-path.ts'
import { resolveLink } from '../links/resolve-link.ts'
import type { SiteIndex } from '../links/site-index.ts'
import type { Place, Section } from '../navigation/index-navigation.ts'
import type { PlannedPage } from '../plan/site-plan.ts'

/** What stands around a page is drawn from here: the page, its place, and links as seen from it. */
export interface Chrome {
  page: PlannedPage
  site: SiteIndex
  /** Undefined on a page that the navigation does not name. */
  place: Place | undefined
  /** The section whose sidebar stands beside the page. */
  section: Section | undefined
  words: ChromeWords
  /** An icon as inline SVG; nothing if no set has it. */
  icon(name: string | undefined): Html
  /** To a page of the site. */
  toPage(route: string): string
  /** To a file of the site, by its path from the root. */
  toFile(path: string): string
  /** A link of the configuration, as its author wrote it. */
  toLink(href: string): string
  toAsset(src: string): string | undefined
}

export interface ChromeWords {
  skipToContent: string
  onThisPage: string
  previous: string
  next: string
  menu: string
  sidebar: string
  allPages: string
  more: string
  search: string
  /** With a % for what was looked for. */
  searchNothing: string
  searchBroken: string
  language: string
  version: string
  product: string
  appearance: string
  announcement: string
  home: string
}

const englishChrome: ChromeWords = {
  skipToContent: 'Skip to content',
  onThisPage: 'On this page',
  previous: 'Previous',
  next: 'Next',
  menu: 'Menu',
  sidebar: 'Sidebar',
  allPages: 'All pages',
  more: 'More',
  search: 'Search',
  searchNothing: 'Nothing was found for “%”. Fewer or shorter words find more.',
  searchBroken: 'The search could not be loaded. Try again.',
  language: 'Language',
  version: 'Version',
  product: 'Product',
  appearance: 'Light or dark',
  announcement: 'Announcement',
  home: 'Home',
}

export function createChrome(page: PlannedPage, site: SiteIndex, icon: DrawContext['icon']): Chrome {
  const place = site.navigation.places.get(page.route)
  // What the configuration names is meant from the site's root.
  const atRoot = { ...page, file: '' }
  return {
    page,
    site,
    place,
    section: place?.section ?? site.navigation.sectionNear(page.route),
    words: englishChrome,
    icon: (name) => {
      const drawn = name === undefined ? undefined : icon(name)
      return drawn === undefined ? nothing : new Html(drawn)
    },
    toPage: (route) => {
      const target = site.pages.get(route)
      if (target?.url) return resolveLink(target.url, page, site).href
      return relativePath(page.output, target?.output ?? 'index.html')
    },
    toFile: (path) => relativePath(page.output, path),
    toLink: (href) => resolveLink(href, atRoot, site).href,
    toAsset: (src) => {
      const found = resolveAsset(src, atRoot, site)
      return found.kind === 'missing' ? undefined : found.href
    },
  }
}
