import type { PageFacts } from '../model/page-facts.ts'
import type { PageMode } from '../model/page-mode.ts'
import { authorScriptPath } from '../model/paths.ts'
import { isRightToLeft, languageOf, languageTag } from '../model/words/words-of.ts'
import { attribute, Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { renderEyebrow } from './eyebrow.ts'
import { contentSecurity, findEmbeddedHosts, hostsOf, renderFavicons, renderHead, type ThemePaths } from './head.ts'
import { renderHeader, renderNavbarSheet, renderSidebarSwitches } from './header.ts'
import { renderPageMenu } from './page-menu.ts'
import { renderContents, renderFooter, renderPager, renderRelated, renderUpdated } from './page-tail.ts'
import { bannerKey, renderAnnouncement } from './render-banner.ts'
import { renderSidebar } from './sidebar.ts'

export interface LayoutInput {
  chrome: Chrome
  description: string | undefined
  mode: PageMode
  /** The rendered page, its links already those of its place in the site. */
  content: string
  /** Of the utility classes in it. */
  rules?: string
  banner: string
  headings: PageFacts['headings']
  theme: ThemePaths
  needs?: PageFacts['needs']
  /** Of the script that the content ends with, where there is one. */
  codeDigest?: string | undefined
  /** Path of the page's feed, where it has one. */
  feed?: string
}

export interface LaidOutPage {
  text: string
  /** Hosts that a reader's browser asks for what the page embeds, and for the site's logo and icon. */
  hosts: string[]
}

/** The whole HTML of a page. The author's text is only searched for what makes a request. */
export function layOutPage(input: LayoutInput): LaidOutPage {
  const { chrome, mode, content, banner } = input
  const language = languageOf(chrome.section)
  const { appearance } = chrome.site.plan.config
  const direction = attribute('dir', isRightToLeft(language) ? 'rtl' : undefined)
  const strict = attribute('data-strict', appearance.strict ? '' : undefined)
  const announcement = renderAnnouncement(chrome, banner)
  const header = renderHeader(chrome)
  const favicons = renderFavicons(chrome)
  const embedded = findEmbeddedHosts(`${content}${banner}${header}${favicons}`)
  const { text } = html`<!doctype html>
<html lang="${languageTag(language)}"${direction} data-root="${chrome.toFile('')}" data-appearance="${appearance.default}"${strict}${attribute('data-banner', bannerKey(chrome))}${renderStyleHooks(chrome, mode)}>\
${renderHead({ ...input, favicons, policy: contentSecurity(embedded, ...digestsOf(input)) })}\
<body class="mode-${mode}"><a class="skip-link" href="#bindery-content">${chrome.words.skipToContent}</a>\
${announcement}${header}${renderShell(input)}${mode === 'custom' ? nothing : renderFooter(chrome)}${renderAuthorScripts(chrome)}</body></html>
`
  return { text, hosts: hostsOf(embedded) }
}

function digestsOf({ theme, codeDigest }: LayoutInput): string[] {
  return codeDigest === undefined ? [theme.headScript.digest] : [theme.headScript.digest, codeDigest]
}

/** The `.js` files of the docs folder, where they may run: on every page, after all that they could look for. */
function renderAuthorScripts({ site, toFile }: Chrome): Html {
  const scripts = site.plan.authorCode?.scripts ?? []
  return html`${scripts.map((script) => html`<script src="${toFile(authorScriptPath(script))}" defer=""></script>`)}`
}

/** By which an author's style sheet knows the page. */
function renderStyleHooks({ page, site }: Chrome, mode: PageMode): Html {
  return site.plan.styles ? html` data-current-path="${page.route}" data-page-mode="${mode}"` : nothing
}

function renderShell({ chrome, mode, description, content, headings, feed }: LayoutInput): Html {
  const isFramed = mode !== 'custom' && mode !== 'frame'
  const contents =
    mode === 'default' ? html`<div class="contents-side">${renderContents(headings, chrome)}</div>` : nothing
  return html`<div class="shell"><aside class="sidebar" id="bindery-sidebar" aria-label="${chrome.words.sidebar}">\
${renderSidebarSwitches(chrome)}${renderSidebar(chrome)}${renderNavbarSheet(chrome)}</aside>\
<main class="content" id="bindery-content"><article class="prose">\
${isFramed ? renderPageHeader(chrome, description, feed) : renderSpokenTitle(chrome, content)}${new Html(content)}</article>\
${isFramed ? html`${renderUpdated(chrome)}${renderRelated(chrome)}${renderPager(chrome)}` : nothing}</main>${contents}</div>`
}

function renderPageHeader(chrome: Chrome, description: string | undefined, feed: string | undefined): Html {
  return html`<header class="page-header">${renderEyebrow(chrome)}\
<h1>${chrome.page.title}</h1>${renderDeprecated(chrome)}${description && html`<p class="lead">${description}</p>`}\
${renderPageMenu(chrome)}${feed && html`<a class="feed-link" href="${chrome.toFile(feed)}">RSS</a>`}</header>`
}

/** A page that describes an operation says it beside the operation. */
function renderDeprecated({ page, words }: Chrome): Html {
  return page.deprecated && !page.operation ? html`<p class="page-deprecated">${words.deprecated}</p>` : nothing
}

/** A page that its author lays out himself shows no title of ours; who hears it needs one all the same. */
function renderSpokenTitle({ page }: Chrome, content: string): Html {
  return content.includes('<h1') ? nothing : html`<h1 class="visually-hidden">${page.title}</h1>`
}
