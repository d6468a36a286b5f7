import type { Division } from '../model/navigation.ts'
import type { PageFacts } from '../model/page-facts.ts'
import { markdownPath } from '../model/paths/markdown-path.ts'
import { pageAddress } from '../model/paths/page-address.ts'
import type { SiteIndex } from '../model/site-index.ts'
import { languageTag } from '../model/words/languages.ts'
import { Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { renderDiagramScript } from './render-diagram-script.ts'
import { renderStructure } from './render-structure.ts'
import type { HeadScript } from './theme/theme-files.ts'

/** The shared files that every page loads, by their path from the site's root. */
export interface ThemePaths {
  css: string
  script: string
  headScript: HeadScript
}

interface HeadInput {
  chrome: Chrome
  description: string | undefined
  policy: string
  favicons: Html
  theme: ThemePaths
  needs?: PageFacts['needs']
  feed?: string
}

export function renderHead({ chrome, description, policy, favicons, theme, needs, feed }: HeadInput): Html {
  const { page, site } = chrome
  const { name } = site.plan.config
  return html`<head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="${policy}"/>${viewport}<title>${
    page.title === name ? name : `${page.title} · ${name}`
  }</title>${description ? html`<meta name="description" content="${description}"/>` : nothing}${
    page.noindex ? noindex : nothing
  }${renderAlternates(chrome)}${renderFeedLink(chrome, feed)}${renderStructure(chrome)}${renderSocial(chrome, description)}${favicons}<script>${new Html(theme.headScript.text)}</script><link rel="stylesheet" href="${chrome.toFile(
    theme.css,
  )}"/><script src="${chrome.toFile(theme.script)}" defer=""></script>${renderDiagramScript(chrome, needs)}</head>`
}

const viewport = new Html('<meta name="viewport" content="width=device-width, initial-scale=1"/>')
const noindex = new Html('<meta name="robots" content="noindex"/>')

/** The page for programs, its one address, and itself in other languages. */
function renderAlternates({ page, site, section, toFile }: Chrome): Html {
  const { siteUrl } = site.plan
  // Lists and other pages of our own have no source, and no twins.
  if (!site.pages.has(page.route)) return nothing
  const markdown = page.withoutMarkdown
    ? nothing
    : html`<link rel="alternate" type="text/markdown" href="${toFile(markdownPath(page.output))}"/>`
  if (siteUrl === undefined) return markdown
  const twins = listTwins(page.route, section?.trail ?? [], site).map(
    ({ language, route }) =>
      html`<link rel="alternate" hreflang="${languageTag(language)}" href="${pageAddress(siteUrl, { route })}"/>`,
  )
  return html`<link rel="canonical" href="${pageAddress(siteUrl, page)}"/>${twins.length > 1 ? twins : nothing}${markdown}`
}

function renderFeedLink({ page, toFile }: Chrome, feed: string | undefined): Html {
  if (feed === undefined) return nothing
  return html`<link rel="alternate" type="application/rss+xml" title="${page.title}" href="${toFile(feed)}"/>`
}

function listTwins(route: string, trail: Division[], site: SiteIndex): { language: string; route: string }[] {
  const own = trail.find(({ kind }) => kind === 'language')
  const parent = trail.find(({ divisions }) => own !== undefined && divisions.includes(own))
  return (parent?.divisions ?? []).flatMap((division) => {
    const twin = division === own ? route : own && site.navigation.twinIn(division, own, route)
    return twin === undefined || division.hidden ? [] : [{ language: division.label, route: twin }]
  })
}

/** What a link to the page looks like elsewhere; the author's own tags come after and win. */
function renderSocial({ page, site }: Chrome, description: string | undefined): Html {
  const { config, siteUrl } = site.plan
  const own: Record<string, string | undefined> = {
    'og:type': 'article',
    'og:title': page.title,
    'og:site_name': config.name,
    'og:description': description,
    'og:url': siteUrl === undefined ? undefined : pageAddress(siteUrl, page),
    ...config.seo.metatags,
  }
  const tags = Object.entries(own).map(([name, content]) =>
    content === undefined
      ? nothing
      : html`<meta ${new Html(name.startsWith('og:') ? 'property' : 'name')}="${name}" content="${content}"/>`,
  )
  return html`${tags}`
}

export function renderFavicons(chrome: Chrome): Html {
  const { favicon } = chrome.site.plan.config
  const light = favicon && chrome.toAsset(favicon.light)
  const dark = favicon && chrome.toAsset(favicon.dark)
  if (light === undefined) return nothing
  if (light === dark) return html`<link rel="icon" href="${light}"/>`
  const ofDark = dark && html`<link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)"/>`
  return html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"/>${ofDark}`
}
