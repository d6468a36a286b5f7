import type { Division, DivisionKind } from '../model/navigation.ts'
import type { Section } from '../model/navigation-index.ts'
import { allPagesPath } from '../model/paths.ts'
import type { LabelledLink, Pair, SiteConfig } from '../model/site-config.ts'
import { languageName } from '../model/words/words-of.ts'
import { firstPage } from '../plan/navigation/index-navigation.ts'
import { listReaderScopes, nameSection } from '../plan/navigation/search-section.ts'
import { attribute, type Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { bannerKey } from './render-banner.ts'
import { renderOnce } from './render-once.ts'
import { takeWindow } from './sidebar.ts'
import { themeOf } from './theme/theme-of.ts'

export function renderHeader(chrome: Chrome): Html {
  return html`<header class="site-header"><div class="site-header-row">\
${renderOnce(chrome, 'logo', renderHeaderStart)}${renderHeaderSwitches(chrome)}${renderOnce(chrome, 'search', renderHeaderEnd)}\
</div>${renderTabs(chrome)}</header>`
}

function renderHeaderStart(chrome: Chrome): Html {
  return html`<a class="menu-button" href="#bindery-sidebar" data-bindery-do="menu"><span class="visually-hidden">${chrome.words.menu}</span></a>\
${renderLogo(chrome)}`
}

function renderHeaderEnd(chrome: Chrome): Html {
  return html`${renderSearch(chrome)}${renderNavbar(chrome)}${renderThemeButton(chrome)}`
}

/** Hidden until there is script; none where the author has decided between light and dark. */
function renderThemeButton({ site, words }: Chrome): Html {
  if (site.plan.config.appearance.strict) return nothing
  return html`<button class="theme-button" type="button" hidden data-bindery-do="theme" data-theme-toggle aria-label="${words.appearance}"></button>`
}

/** Hidden until there is script; without it the list of all pages is what a reader looks things up in. */
function renderSearch(chrome: Chrome): Html {
  return html`<button class="search-button" type="button" hidden data-bindery-do="search"><span>${searchPrompt(chrome)}</span>\
<kbd aria-hidden="true">/</kbd></button>`
}

function searchPrompt({ site, words }: Chrome): string {
  return site.plan.config.search.prompt ?? words.search
}

/** Attributes of `<html>`, which no author can write: what the scripts of a page need to know of the site. */
export function renderScriptSettings(chrome: Chrome): Html {
  const { appearance } = chrome.site.plan.config
  return html` data-bindery-root="${chrome.toFile('')}" data-bindery-appearance="${appearance.default}"\
${attribute('data-bindery-strict', appearance.strict ? '' : undefined)}${attribute('data-bindery-banner', bannerKey(chrome))}\
${attribute('data-bindery-nav', chrome.section?.key)}${renderOnce(chrome, 'script settings', renderSiteSettings)}`
}

/** Paths and scopes are named as seen from the site's root. */
function renderSiteSettings(chrome: Chrome): Html {
  const { searchNothing: nothing, searchBroken: broken, chooseResult, openResult, singleKeys } = chrome.words
  const { shortcuts, close, enlarge } = chrome.words
  const inSearch = { search: searchPrompt(chrome), nothing, broken, chooseResult, openResult }
  const settings = {
    script: themeOf(chrome.site).searchScript,
    scopes: listReaderScopes(chrome.section, chrome.site.navigation.sections),
    section: nameSection(chrome.section) || undefined,
    words: { ...inSearch, shortcuts, singleKeys, close, enlarge },
  }
  return attribute('data-bindery-site', JSON.stringify(settings))
}

function renderNavbar(chrome: Chrome): Html {
  const links = renderLinks(chrome)
  return links.length === 0 ? nothing : html`<nav class="navbar" aria-label="${chrome.words.more}">${links}</nav>`
}

/** On a phone the header has no room for its links: they stand at the end of the sidebar's sheet, and only there. */
export function renderNavbarSheet(chrome: Chrome): Html {
  return renderOnce(chrome, 'navbar sheet', renderSheet)
}

function renderSheet(chrome: Chrome): Html {
  const links = renderLinks(chrome)
  return links.length === 0
    ? nothing
    : html`<ul class="sidebar-navbar">${links.map((link) => html`<li>${link}</li>`)}</ul>`
}

function renderLinks(chrome: Chrome): Html[] {
  const { links, primary } = chrome.around.navbar
  const rendered = links.map((link) => renderLink(link, chrome))
  return primary ? [...rendered, renderPrimary(primary, chrome)] : rendered
}

function renderLink(link: LabelledLink & { type?: string }, chrome: Chrome): Html {
  const { label, href } = link
  const network = networks.get(link.type ?? '')
  const name = attribute('aria-label', label === '' && network === undefined ? href : undefined)
  return html`<a href="${chrome.toLink(href)}"${name}>${chrome.icon(link.icon ?? network?.icon)}${label || network?.name}</a>`
}

/** Links whose kind says what they are called. */
const networks: ReadonlyMap<string, { name: string; icon: string }> = new Map([
  ['github', { name: 'GitHub', icon: 'github' }],
  ['discord', { name: 'Discord', icon: 'discord' }],
])

type Primary = NonNullable<SiteConfig['navbar']['primary']>

function renderPrimary({ type, label, href }: Primary, chrome: Chrome): Html {
  const network = networks.get(type)
  return html`<a class="navbar-primary" href="${chrome.toLink(href)}">${chrome.icon(network?.icon)}${label || (network?.name ?? href)}</a>`
}

/** The configured address is that of the live site; a copy on another host leads home to itself. */
function renderLogo(chrome: Chrome): Html {
  const { name, logo } = chrome.site.plan.config
  const light = logo && chrome.toAsset(logo.light)
  const dark = logo && chrome.toAsset(logo.dark)
  const shown =
    light === undefined || dark === undefined
      ? html`<span class="logo-name">${name}</span>`
      : renderPictures(name, light, dark)
  return html`<a class="logo" href="${chrome.toFile('index.html')}" aria-label="${name}: ${chrome.words.home}">${shown}</a>`
}

/** Where a picture cannot be loaded, its reader sees the name. */
function renderPictures(name: string, light: string, dark: string): Html {
  if (light === dark) return html`<img src="${light}" alt="${name}"/>`
  return html`<img class="only-light" src="${light}" alt="${name}"/><img class="only-dark" src="${dark}" alt="${name}"/>`
}

// More tabs than fit a wide screen, and more choices than a menu can show, are reached through the list of all pages.
const tabsShown = 8
const choicesShown = 40

interface Choice {
  division: Division
  current: boolean
}

/** Menus of the header: languages, versions and products. */
function renderHeaderSwitches(chrome: Chrome): Html {
  const { product, version, language } = chrome.words
  return html`${renderSwitch('product', product, chrome)}${renderSwitch('version', version, chrome)}\
${renderSwitch('language', language, chrome)}`
}

function renderSwitch(kind: DivisionKind, label: string, chrome: Chrome): Html {
  const choices = choicesOf(chrome, kind)
  if (choices.length < 2) return nothing
  const current = choices.find((choice) => choice.current) ?? choices[0]
  return html`<details class="switch"><summary><span class="visually-hidden">${label}: </span>\
<span class="switch-name">${nameOf(current?.division)}</span></summary><ul>${renderChoices(choices, choicesShown, chrome)}</ul></details>`
}

function renderTabs(chrome: Chrome): Html {
  const choices = choicesOf(chrome, 'tab')
  if (choices.length < 2) return nothing
  return html`<nav class="tabs-bar" aria-label="Tabs"><ul>${renderChoices(choices, tabsShown, chrome)}</ul></nav>`
}

function renderChoices(choices: Choice[], size: number, chrome: Chrome): Html[] {
  const at = choices.findIndex((choice) => choice.current)
  const { items, cut } = takeWindow(choices, at, size)
  const rendered = items.map((choice) => renderChoice(choice, chrome))
  if (cut) rendered.push(html`<li><a href="${chrome.toFile(allPagesPath)}">${chrome.words.more}</a></li>`)
  return rendered
}

/** What stands above the sidebar: dropdowns, anchors, the menu of a tab, and the links of every page. */
export function renderSidebarSwitches(chrome: Chrome): Html {
  const kinds: DivisionKind[] = ['dropdown', 'anchor', 'item']
  const choices = kinds.flatMap((kind) => choicesOf(chrome, kind)).slice(0, choicesShown)
  if (choices.length === 0 && chrome.site.plan.navigation.global.length === 0) return nothing
  return html`<ul class="sidebar-switch">${choices.map((choice) => renderChoice(choice, chrome))}\
${renderOnce(chrome, 'links', renderGlobalLinks)}</ul>`
}

function renderGlobalLinks(chrome: Chrome): Html {
  const links = chrome.site.plan.navigation.global.slice(0, choicesShown)
  const rendered = links.map(
    ({ label, href, icon, color }) =>
      html`<li><a href="${chrome.toLink(href)}"${colorOf(color)}>${chrome.icon(icon)}${label}</a></li>`,
  )
  return html`${rendered}`
}

function renderChoice({ division, current }: Choice, chrome: Chrome): Html {
  const { icon, tag, align, color, description } = division
  return html`<li${attribute('class', align && 'nav-end')}><a href="${hrefOf(division, chrome)}"${attribute('aria-current', current ? 'true' : undefined)}${colorOf(color)}>\
${chrome.icon(icon)}${nameOf(division)}${tag && html`<span class="nav-tag">${tag}</span>`}\
${description && html`<span class="nav-about">${description}</span>`}</a></li>`
}

/** Of its icon. */
function colorOf(color: Pair | undefined): Html {
  return attribute('style', color && `--nav-color:light-dark(${color.light},${color.dark})`)
}

const choices = new WeakMap<Section, Map<DivisionKind, Choice[]>>()

/** The divisions of a kind beside the one that the page is in; looked up once for all pages of a section. */
function choicesOf({ section }: Chrome, kind: DivisionKind): Choice[] {
  if (!section) return []
  const known = choices.get(section) ?? new Map<DivisionKind, Choice[]>()
  choices.set(section, known)
  const found = known.get(kind) ?? findChoices(section, kind)
  known.set(kind, found)
  return found
}

function findChoices({ trail }: Section, kind: DivisionKind): Choice[] {
  const parent = trail.findLast(({ divisions }) => divisions.some((division) => division.kind === kind))
  if (!parent) return []
  return parent.divisions
    .filter((division) => division.kind === kind && !division.hidden)
    .map((division) => ({ division, current: trail.includes(division) }))
    .filter(({ division, current }) => current || leadsSomewhere(division))
}

function leadsSomewhere(division: Division): boolean {
  return division.href !== undefined || firstPage(division) !== undefined
}

/** Another language or version of this very page where there is one, else the first page over there. */
function hrefOf(division: Division, chrome: Chrome): string {
  if (division.href !== undefined) return chrome.toLink(division.href)
  const trail = chrome.section?.trail ?? []
  if (trail.includes(division)) return chrome.toPage(chrome.page.route)
  const own = trail[trail.findIndex(({ divisions }) => divisions.includes(division)) + 1]
  const twin = own && chrome.site.navigation.twinIn(division, own, chrome.page.route)
  return chrome.toPage(twin ?? firstPage(division) ?? chrome.page.route)
}

function nameOf(division: Division | undefined): string {
  const label = division?.label ?? ''
  return division?.kind === 'language' ? languageName(label) : label
}
