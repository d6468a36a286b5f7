import type { PageFacts } from '../model/page-facts.ts'
import type { PageMode } from '../model/page-mode.ts'
import type { PageOutline } from '../model/page-trace.ts'
import { authorScriptPath, frontMark, frontOutput } from '../model/paths.ts'
import { isRightToLeft, languageOf, languageTag } from '../model/words/words-of.ts'
import { deferOutside } from '../render/html/defer-outside.ts'
import { attribute, Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { renderEyebrow } from './eyebrow.ts'
import {
  contentSecurity,
  findEmbeddedHosts,
  hostsOf,
  joinHosts,
  renderFavicons,
  renderHead,
  rulesStart,
  type ThemePaths,
} from './head.ts'
import { renderHeader, renderNavbarSheet, renderScriptSettings, renderSidebarSwitches } from './header.ts'
import { renderPageMenu } from './page-menu.ts'
import { renderContents, renderFooter, renderPager, renderRelated, renderSource } from './page-tail.ts'
import { renderAnnouncement } from './render-banner.ts'
import { renderOnce } from './render-once.ts'
import { renderSidebar } from './sidebar.ts'

export interface FrameInput {
  chrome: Chrome
  mode: PageMode
  /** Of the content, which itself is not needed. */
  outline: PageOutline
  /** The rendered announcement. */
  banner: string
  theme: ThemePaths
  /** Path of the page's feed, where it has one. */
  feed?: string | undefined
}

/** What stands around a page's content: the whole HTML of the page without it. */
export interface Frame {
  text: string
  /** Where in the text the content belongs, and the rules, where there are any. */
  content: number
  rules: number
  /** Hosts that a reader's browser asks for what the page embeds, and for the site's logo and icon. */
  hosts: string[]
}

export function renderFrame(input: FrameInput): Frame {
  const { chrome, mode, outline, banner } = input
  const language = languageOf(chrome.section)
  const direction = attribute('dir', isRightToLeft(language) ? 'rtl' : undefined)
  const announcement = renderAnnouncement(chrome, banner)
  const header = new Html(deferOutside(renderHeader(chrome).text))
  const favicons = renderOnce(chrome, 'favicons', renderFavicons)
  const embedded = joinHosts(findEmbeddedHosts(`${header}${favicons}`), outline.embedded)
  const { text } = html`<!doctype html>
<html lang="${languageTag(language)}"${direction}${renderScriptSettings(chrome)}${isFrontCopy(chrome) ? new Html(frontMark) : nothing}${renderStyleHooks(chrome, mode)}>\
${renderHead({ ...input, ...outline, description: outline.description, favicons, policy: contentSecurity(embedded, ...digestsOf(input)) })}\
<body class="mode-${mode}"><a class="skip-link" href="#bindery-content">${chrome.words.skipToContent}</a>\
${announcement}${header}${renderShell(input)}${mode === 'custom' ? nothing : renderFooter(chrome)}${renderAuthorScripts(chrome)}</body></html>
`
  // After the content comes nothing of its author's: the last end of an article is the one that we wrote.
  const content = text.lastIndexOf('</article>')
  const rules = outline.ruled ? text.indexOf(rulesStart) + rulesStart.length : 0
  return { text, content, rules, hosts: hostsOf(embedded) }
}

export interface LayoutInput extends Omit<FrameInput, 'outline'> {
  description: string | undefined
  /** The rendered page, its links already those of its place in the site. */
  content: string
  headings: PageFacts['headings']
}

export interface LaidOutPage {
  text: string
  hosts: string[]
}

/** The whole HTML of a page that is made once, and whose content has neither rules nor scripts. */
export function layOutPage({ description, content, headings, ...input }: LayoutInput): LaidOutPage {
  const known = { headings, needs: [], ...(description !== undefined && { description }) }
  const frame = renderFrame({ ...input, outline: { ...known, ...outlineContent(content, input.banner) } })
  return { text: fillFrame(frame, { content, rules: '' }), hosts: frame.hosts }
}

/** The author's text is only searched for what makes a request, and for a title. */
export function outlineContent(content: string, banner: string): Pick<PageOutline, 'embedded' | 'titled'> {
  const embedded = findEmbeddedHosts(`${content}${banner}`)
  const isEmpty = Object.values(embedded).every((hosts) => hosts.length === 0)
  return { ...(!isEmpty && { embedded }), ...(content.includes('<h1') && { titled: true }) }
}

export function fillFrame({ text, ...at }: Frame, { content, rules }: { content: string; rules: string }): string {
  return text.slice(0, at.rules) + rules + text.slice(at.rules, at.content) + content + text.slice(at.content)
}

function digestsOf({ theme, outline: { codeDigest } }: FrameInput): string[] {
  const own = [theme.headScript.digest, theme.aheadRules.digest]
  return codeDigest === undefined ? own : [...own, codeDigest]
}

/** The `.js` files of the docs folder, where they may run: on every page, after all that they could look for. */
function renderAuthorScripts({ site, toFile }: Chrome): Html {
  const scripts = site.plan.authorCode?.scripts ?? []
  return html`${scripts.map((script) => html`<script src="${toFile(authorScriptPath(script))}" defer=""></script>`)}`
}

function isFrontCopy({ page }: Chrome): boolean {
  return page.front === true && page.output === frontOutput
}

/** By which an author's style sheet knows the page. */
function renderStyleHooks({ page, site }: Chrome, mode: PageMode): Html {
  return site.plan.styles ? html` data-current-path="${page.route}" data-page-mode="${mode}"` : nothing
}

function renderShell({ chrome, mode, outline, feed }: FrameInput): Html {
  const { description, headings } = outline
  const isFramed = mode !== 'custom' && mode !== 'frame'
  const contents =
    mode === 'default' ? html`<div class="contents-side">${renderContents(headings, chrome)}</div>` : nothing
  return html`<div class="shell"><aside class="sidebar" id="bindery-sidebar" data-bindery-sidebar aria-label="${chrome.words.sidebar}">\
${renderSidebarSwitches(chrome)}${renderSidebar(chrome)}${renderNavbarSheet(chrome)}</aside>\
<main class="content" id="bindery-content"><article class="prose">\
${isFramed ? renderPageHeader(chrome, description, feed) : renderSpokenTitle(chrome, outline)}</article>\
${isFramed ? html`${renderSource(chrome)}${renderRelated(chrome)}${renderPager(chrome)}` : nothing}</main>${contents}</div>`
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
function renderSpokenTitle({ page }: Chrome, { titled }: PageOutline): Html {
  return titled ? nothing : html`<h1 class="visually-hidden">${page.title}</h1>`
}
