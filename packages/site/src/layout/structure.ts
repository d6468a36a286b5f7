import { pageAddress } from '../model/paths.ts'
import { languageOf, languageTag } from '../model/words/words-of.ts'
import { Html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { toWholeAddress } from './metatags.ts'

// What search engines show of a title; and what this may add to every page.
const longestHeadline = 110
const mostBytes = 600

/**
 * What the page is and where it stands, for search engines, as JSON-LD. Its steps are those that have an address of
 * their own. A block of data is no script: the page's policy neither runs nor refuses it.
 */
export function renderStructure(chrome: Chrome): Html {
  const { page, site, section } = chrome
  const { siteUrl, config } = site.plan
  if (siteUrl === undefined || page.noindex || !site.pages.has(page.route)) return nothing
  const headline = page.title.slice(0, longestHeadline)
  const article = {
    '@type': 'TechArticle',
    headline,
    url: pageAddress(siteUrl, page),
    inLanguage: languageTag(languageOf(section)),
    ...describePublisher(chrome),
  }
  const home = { name: config.name, item: `${siteUrl}/` }
  const steps = [home, ...listGroups(chrome, siteUrl), { name: headline }]
  const whole = writeBlock(article, page.route === '/' ? [home] : steps)
  const most = page.route === '/' ? 2 * mostBytes : mostBytes
  return Buffer.byteLength(whole) <= most ? new Html(whole) : new Html(writeBlock(article, []))
}

/** Whole on the first page, by its name on the others: it stands on each of them. */
function describePublisher(chrome: Chrome): { publisher?: object } {
  const { site, page } = chrome
  const { organization } = site.plan.config.seo
  if (!organization) return {}
  const { name, url, logo, sameAs = [] } = organization
  const publisher = { '@type': 'Organization', name: name.slice(0, longestHeadline) }
  if (page.route !== '/') return { publisher }
  const picture = logo && toWholeAddress(logo, chrome)
  const known = sameAs.filter(isWeb)
  return {
    publisher: {
      ...publisher,
      ...(url && isWeb(url) && { url }),
      ...(picture && { logo: picture }),
      ...(known.length > 0 && { sameAs: known }),
    },
  }
}

function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address) && address.length <= 200
}

function listGroups({ place, page, site }: Chrome, siteUrl: string): { name: string; item: string }[] {
  return (place?.groups ?? []).flatMap(({ label, root }) => {
    if (root === undefined || root === page.route || !site.pages.has(root)) return []
    return [{ name: label, item: pageAddress(siteUrl, { route: root }) }]
  })
}

function writeBlock(article: object, steps: object[]): string {
  const trail = {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
  const graph = steps.length === 0 ? [article] : [article, trail]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  // A title may hold “</script>”: without an opening bracket the block has no end but its own.
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}
