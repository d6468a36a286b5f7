import { searchFolder } from '../model/paths/search-folder.ts'
import { scopeOf } from '../model/paths/search-scope.ts'
import type { LabelledLink, SiteConfig } from '../model/site-config.ts'
import { attribute, type Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { renderHeaderSwitches, renderTabs } from './switches.ts'
import { themeOf } from './theme/theme-of.ts'

export function renderHeader(chrome: Chrome): Html {
  const { menu, appearance } = chrome.words
  return html`<header class="site-header"><div class="site-header-row">\
<a class="menu-button" href="#bindery-sidebar"><span class="visually-hidden">${menu}</span></a>\
${renderLogo(chrome)}${renderHeaderSwitches(chrome)}${renderSearch(chrome)}${renderNavbar(chrome)}\
<button class="theme-button" type="button" hidden data-theme-toggle aria-label="${appearance}"></button>\
</div>${renderTabs(chrome)}</header>`
}

/** Hidden until there is script; without it the list of all pages is what a reader looks things up in. */
function renderSearch(chrome: Chrome): Html {
  const { search, searchNothing: nothingFound, searchBroken: broken } = chrome.words
  const words = JSON.stringify({ search, nothing: nothingFound, broken })
  return html`<button class="search-button" type="button" hidden data-search="${chrome.toFile(searchFolder(scopeOf(chrome.section)))}" \
data-script="${chrome.toFile(themeOf(chrome.site).searchScript)}" data-words="${words}"><span>${search}</span><kbd aria-hidden="true">/</kbd></button>`
}

function renderNavbar(chrome: Chrome): Html {
  const links = renderLinks(chrome)
  return links.length === 0 ? nothing : html`<nav class="navbar" aria-label="${chrome.words.more}">${links}</nav>`
}

/** On a phone the header has no room for its links: they stand at the end of the sidebar's sheet, and only there. */
export function renderNavbarSheet(chrome: Chrome): Html {
  const links = renderLinks(chrome)
  return links.length === 0
    ? nothing
    : html`<ul class="sidebar-navbar">${links.map((link) => html`<li>${link}</li>`)}</ul>`
}

function renderLinks(chrome: Chrome): Html[] {
  const { links, primary } = chrome.site.plan.config.navbar
  const rendered = links.map((link) => renderLink(link, chrome))
  return primary ? [...rendered, renderPrimary(primary, chrome)] : rendered
}

function renderLink({ label, href, icon }: LabelledLink, chrome: Chrome): Html {
  const name = attribute('aria-label', label === '' ? href : undefined)
  return html`<a href="${chrome.toLink(href)}"${name}>${chrome.icon(icon)}${label}</a>`
}

type Primary = NonNullable<SiteConfig['navbar']['primary']>

function renderPrimary({ type, label, href }: Primary, chrome: Chrome): Html {
  const isGithub = type === 'github'
  const icon = isGithub ? chrome.icon('github') : nothing
  return html`<a class="navbar-primary" href="${chrome.toLink(href)}">${icon}${label || (isGithub ? 'GitHub' : href)}</a>`
}

/** The configured address is that of the live site; a copy on another host leads home to itself. */
function renderLogo(chrome: Chrome): Html {
  const { name, logo } = chrome.site.plan.config
  const light = logo && chrome.toAsset(logo.light)
  const dark = logo && chrome.toAsset(logo.dark)
  const shown = light === undefined || dark === undefined ? name : renderPictures(light, dark)
  return html`<a class="logo" href="${chrome.toFile('index.html')}" aria-label="${name}: ${chrome.words.home}">${shown}</a>`
}

function renderPictures(light: string, dark: string): Html {
  if (light === dark) return html`<img src="${light}" alt=""/>`
  return html`<img class="only-light" src="${light}" alt=""/><img class="only-dark" src="${dark}" alt=""/>`
}
