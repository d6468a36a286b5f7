import type { Division } from '../model/navigation.ts'
import type { PageFacts } from '../model/page-facts.ts'
import type { EmbeddedHosts } from '../model/page-trace.ts'
import { authorStylesPath, markdownPath, pageAddress } from '../model/paths.ts'
import type { SiteIndex } from '../model/site-index.ts'
import { languageTag } from '../model/words/words-of.ts'
import { Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { canonicalOf, renderMetatags } from './metatags.ts'
import { renderStructure } from './structure.ts'
import type { AheadRules } from './theme/ahead-rules.ts'
import { componentRuntime } from './theme/component-runtime.ts'
import { diagramFiles } from './theme/diagram-files.ts'
import type { HeadScript } from './theme/theme-files.ts'

/** The shared files that every page loads, by their path from the site's root. */
export interface ThemePaths {
  css: string
  script: string
  headScript: HeadScript
  aheadRules: AheadRules
}

interface HeadInput {
  chrome: Chrome
  description: string | undefined
  policy: string
  favicons: Html
  theme: ThemePaths
  /** Rules that only this page has will stand here, after the style sheet, which names the layers in their order. */
  ruled?: true | undefined
  needs?: PageFacts['needs'] | undefined
  feed?: string | undefined
}

/** Between these the rules are put; nothing before them opens such an element. */
export const rulesStart = '<style>'
const rulesPlace = new Html(`${rulesStart}</style>`)

export function renderHead({ chrome, description, policy, favicons, theme, ruled, needs, feed }: HeadInput): Html {
  const { page, site } = chrome
  const { name } = site.plan.config
  return html`<head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="${policy}"/>${viewport}<title>${
    page.title === name ? name : `${page.title} · ${name}`
  }</title>${description ? html`<meta name="description" content="${description}"/>` : nothing}${renderAlternates(chrome)}${renderFeedLink(chrome, feed)}${renderStructure(chrome)}${renderMetatags(chrome, description)}${favicons}<script>${new Html(theme.headScript.text)}</script><link rel="stylesheet" href="${chrome.toFile(
    theme.css,
  )}"/>${ruled && rulesPlace}${renderAuthorStyles(chrome)}<script src="${chrome.toFile(theme.script)}" defer=""></script>${renderDiagramScript(chrome, needs)}${renderComponentScript(chrome, needs)}</head>`
}

/** After the theme, whose layers come first. */
function renderAuthorStyles({ site, toFile }: Chrome): Html {
  return site.plan.styles ? html`<link rel="stylesheet" href="${toFile(authorStylesPath)}"/>` : nothing
}

const viewport = new Html('<meta name="viewport" content="width=device-width, initial-scale=1"/>')

/** The page for programs, its one address, and itself in other languages. */
function renderAlternates(chrome: Chrome): Html {
  const { page, site, section, toFile } = chrome
  const { siteUrl } = site.plan
  // Lists and other pages of our own have no source, and no twins.
  if (!site.pages.has(page.route)) return nothing
  const markdown = page.withoutMarkdown
    ? nothing
    : html`<link rel="alternate" type="text/markdown" href="${toFile(markdownPath(page.output))}"/>`
  const canonical = canonicalOf(chrome)
  const first = canonical === undefined ? nothing : html`<link rel="canonical" href="${canonical}"/>`
  if (siteUrl === undefined) return html`${first}${markdown}`
  const twins = listTwins(page.route, section?.trail ?? [], site).map(
    ({ language, route }) =>
      html`<link rel="alternate" hreflang="${languageTag(language)}" href="${pageAddress(siteUrl, { route })}"/>`,
  )
  return html`${first}${twins.length > 1 ? twins : nothing}${markdown}`
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

export function renderFavicons(chrome: Chrome): Html {
  const { favicon } = chrome.site.plan.config
  const light = favicon && chrome.toAsset(favicon.light)
  const dark = favicon && chrome.toAsset(favicon.dark)
  if (light === undefined) return nothing
  if (light === dark) return html`<link rel="icon" href="${light}"/>`
  const ofDark = dark && html`<link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)"/>`
  return html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"/>${ofDark}`
}

const embedding = /<(img|source|video|audio|track|iframe|image|link)\b([^>]*)>/g
const address = /\s(?:src|srcset|(?:data-bindery-)?poster|href|xlink:href)="([^"]*)"/g
const outside = /(https?):\/\/([^/?#\s,;'"&]+)/gi

/** Read from the rendered parts themselves, so that nothing which makes a request is missed; the only links are icons. */
export function findEmbeddedHosts(html: string): EmbeddedHosts {
  const images = new Set<string>()
  const media = new Set<string>()
  const frames = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(embedding)) {
    for (const [, value = ''] of attributes.matchAll(address)) {
      for (const [, scheme, host] of value.matchAll(outside)) {
        const origin = `${scheme}://${host}`.toLowerCase()
        if (tag === 'iframe') frames.add(origin)
        else if (tag === 'img' || tag === 'image' || tag === 'link') images.add(origin)
        // A source may belong to a picture or to a video, and a poster is an image.
        else for (const set of [images, media]) set.add(origin)
      }
    }
  }
  return { images: [...images].sort(), media: [...media].sort(), frames: [...frames].sort() }
}

export function joinHosts(a: EmbeddedHosts, b: EmbeddedHosts | undefined): EmbeddedHosts {
  if (!b) return a
  const join = (key: keyof EmbeddedHosts) => [...new Set([...a[key], ...b[key]])].sort()
  return { images: join('images'), media: join('media'), frames: join('frames') }
}

/**
 * What the page may load: its own site, and of other hosts only what its author embedded. No inline script but those
 * of `digests` and no handler runs, whatever slipped into the page. Authors' `style` attributes and diagrams need inline
 * styles.
 */
export function contentSecurity({ images, media, frames }: EmbeddedHosts, ...digests: string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...digests.map((digest) => `'${digest}'`)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    `media-src ${["'self'", ...media].join(' ')}`,
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

export function hostsOf({ images, media, frames }: EmbeddedHosts): string[] {
  return [...new Set([...images, ...media, ...frames].map((origin) => origin.replace(/^\w+:\/\//, '')))].sort()
}

/** Only pages with a diagram load the script that renders it, which loads the library once a reader comes near. */
function renderDiagramScript({ toFile }: Chrome, needs: PageFacts['needs'] | undefined = []): Html {
  if (!needs.includes('mermaid')) return nothing
  const { script, library } = diagramFiles()
  return html`<script src="${toFile(script)}" data-bindery-library="${toFile(library)}" defer=""></script>`
}

/** Only pages with a component that works in a browser load what it needs there. */
function renderComponentScript({ toFile }: Chrome, needs: PageFacts['needs'] | undefined = []): Html {
  return needs.includes('components')
    ? html`<script src="${toFile(componentRuntime().path)}" defer=""></script>`
    : nothing
}
