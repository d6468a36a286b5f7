import { isPictureTag } from '../config/settings/known-front-matter.ts'
import { pageAddress } from '../model/paths.ts'
import { Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'

/** What a link to the page looks like elsewhere: ours, then the author's for the site, then those for the page. */
export function renderMetatags(chrome: Chrome, description: string | undefined): Html {
  const { page, site } = chrome
  const { config, siteUrl } = site.plan
  const { canonical: _, robots: everywhere, ...ofSite } = { ...config.seo.metatags, ...tagsOfFolder(chrome) }
  const robots = page.own?.robots ?? (page.noindex ? 'noindex' : everywhere)
  const tags: Record<string, string | undefined> = {
    robots,
    'og:type': 'article',
    'og:title': page.title,
    'og:site_name': config.name,
    'og:description': description,
    'og:url': siteUrl === undefined ? undefined : pageAddress(siteUrl, page),
    'og:image': config.thumbnail,
    'twitter:card': config.thumbnail === undefined ? undefined : 'summary_large_image',
    ...ofSite,
    ...page.own?.metatags,
  }
  return html`${Object.entries(tags).map(([name, content]) => renderTag(name, content, chrome))}`
}

/** Those of the folders that the page stands in. */
function tagsOfFolder({ page, site }: Chrome): Record<string, string> {
  const own = site.plan.config.seo.paths.filter(({ folder }) => `${page.route}/`.startsWith(`${folder}/`))
  return Object.assign({}, ...own.map(({ metatags }) => metatags))
}

function renderTag(name: string, content: string | undefined, chrome: Chrome): Html {
  const value = content !== undefined && isPictureTag(name) ? toWholeAddress(content, chrome) : content
  if (value === undefined) return nothing
  return html`<meta ${new Html(/^(?:og|article|book|music|profile|video):/.test(name) ? 'property' : 'name')}="${name}" content="${value}"/>`
}

/** A picture is asked for by another site: without an address of its own it is left out. */
export function toWholeAddress(src: string, { site, page, toAsset }: Chrome): string | undefined {
  if (/^https?:/i.test(src)) return src
  const { siteUrl } = site.plan
  const href = toAsset(src)
  if (siteUrl === undefined || href === undefined) return undefined
  return new URL(href, `${siteUrl}/${page.output}`).href
}

/** The one address of the page: its own, that of the site which the author calls the first, or where the site stands. */
export function canonicalOf({ page, site }: Chrome): string | undefined {
  if (page.own?.canonical !== undefined) return page.own.canonical
  const base = site.plan.config.seo.metatags.canonical?.replace(/\/+$/, '') ?? site.plan.siteUrl
  return base === undefined ? undefined : pageAddress(base, page)
}
