import type { Place, Section } from '../model/navigation-index.ts'
import { relativePath } from '../model/paths.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import type { Words } from '../model/words/words.ts'
import { languageOf, wordsOf } from '../model/words/words-of.ts'
import { type ChromeSettings, chromeSettings } from '../plan/navigation/chrome-settings.ts'
import { Html, nothing } from '../render/html/html.ts'
import type { RenderContext } from '../render/html/render-context.ts'
import { resolveAsset } from '../render/links/resolve-asset.ts'
import { resolveLink } from '../render/links/resolve-link.ts'

/** What stands around a page is rendered from here: the page, its place, and links as seen from it. */
export interface Chrome {
  page: PlannedPage
  site: SiteIndex
  /** Undefined on a page that the navigation does not name. */
  place: Place | undefined
  /** The section whose sidebar stands beside the page. */
  section: Section | undefined
  words: Words
  /** Of its section, or of the site. */
  around: ChromeSettings
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

export function createChrome(page: PlannedPage, site: SiteIndex, icon: RenderContext['icon']): Chrome {
  const place = site.navigation.places.get(page.route)
  const section = site.navigation.sectionOf(page.route)
  // What the configuration names is meant from the site's root.
  const atRoot = { ...page, file: '' }
  return {
    page,
    site,
    place,
    section,
    words: wordsIn(languageOf(section), site),
    around: chromeSettings(section, site.plan.config),
    icon: (name) => {
      const rendered = name === undefined ? undefined : icon(name)
      return rendered === undefined ? nothing : new Html(rendered)
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

const words = new WeakMap<SiteIndex, Map<string, Words>>()

/** Put together once for each language of a site. */
function wordsIn(language: string, site: SiteIndex): Words {
  const known = words.get(site) ?? new Map<string, Words>()
  words.set(site, known)
  const found = known.get(language) ?? wordsOf(language, site.plan.config.words)
  known.set(language, found)
  return found
}
