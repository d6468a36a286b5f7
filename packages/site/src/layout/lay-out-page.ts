import { attribute, Html, html, nothing } from '../components/html.ts'
import type { PageFacts } from '../page-facts.ts'
import type { Chrome } from './chrome.ts'
import { contentSecurity, type EmbeddedHosts } from './content-security.ts'
import { drawHead, type ThemePaths } from './head.ts'
import { drawHeader, drawNavbarSheet } from './header.ts'
import { isRightToLeft, languageTag } from './languages.ts'
import { drawContents, drawFooter, drawPager } from './page-tail.ts'
import { drawSidebar } from './sidebar.ts'
import { drawSidebarSwitches } from './switches.ts'

export interface LayoutInput {
  chrome: Chrome
  description: string | undefined
  /** How much stands around the content. */
  mode: PageMode
  /** The drawn page, its links already those of its place in the site. */
  content: string
  banner: string
  /** Whom the content and the banner ask for something. */
  hosts: EmbeddedHosts
  headings: PageFacts['headings']
  theme: ThemePaths
}

const pageModes = ['default', 'wide', 'custom', 'center', 'frame'] as const

export type PageMode = (typeof pageModes)[number]

export function readMode(value: unknown): PageMode {
  return pageModes.find((mode) => mode === value) ?? 'default'
}

/** The whole HTML of a page. Nothing here parses or looks anything up in the author's text. */
export function layOutPage(input: LayoutInput): string {
  const { chrome, mode, banner, hosts } = input
  const language = chrome.section?.trail.find(({ kind }) => kind === 'language')?.label ?? 'en'
  const { appearance } = chrome.site.plan.config
  const direction = attribute('dir', isRightToLeft(language) ? 'rtl' : undefined)
  const strict = attribute('data-strict', appearance.strict ? '' : undefined)
  const announcement = banner === '' ? nothing : html`<div class="site-banner">${new Html(banner)}</div>`
  return html`<!doctype html>
<html lang="${languageTag(language)}"${direction} data-root="${chrome.toFile('')}" data-appearance="${appearance.default}"${strict}>\
${drawHead({ ...input, policy: contentSecurity(hosts) })}\
<body class="mode-${mode}"><a class="skip-link" href="#bindery-content">${chrome.words.skipToContent}</a>\
${announcement}${drawHeader(chrome)}${drawShell(input)}${drawFooter(chrome)}</body></html>
`.text
}

function drawShell({ chrome, mode, description, content, headings }: LayoutInput): Html {
  const isFramed = mode !== 'custom'
  const contents =
    mode === 'default' ? html`<div class="contents-side">${drawContents(headings, chrome)}</div>` : nothing
  return html`<div class="shell"><aside class="sidebar" id="bindery-sidebar" aria-label="${chrome.words.sidebar}">\
${drawSidebarSwitches(chrome)}${drawSidebar(chrome)}${drawNavbarSheet(chrome)}</aside>\
<main class="content" id="bindery-content"><article class="prose">\
${isFramed ? drawPageHeader(chrome, description) : nothing}${new Html(content)}</article>\
${isFramed ? drawPager(chrome) : nothing}</main>${contents}</div>`
}

function drawPageHeader(chrome: Chrome, description: string | undefined): Html {
  const eyebrow = chrome.place?.groups.at(-1)?.label
  return html`<header class="page-header">${eyebrow && html`<p class="eyebrow">${eyebrow}</p>`}\
<h1>${chrome.page.title}</h1>${description && html`<p class="lead">${description}</p>`}</header>`
}
