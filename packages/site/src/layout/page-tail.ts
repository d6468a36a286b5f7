import type { PageFacts } from '../model/page-facts.ts'
import { normalizeRoute } from '../model/paths.ts'
import { breakNames } from '../render/html/break-names.ts'
import { type Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { renderOnce } from './render-once.ts'

/** The neighbours of a page in its section's reading order. */
export function renderPager(chrome: Chrome): Html {
  const { place, words, page } = chrome
  if (page.own?.withoutPager) return nothing
  const previous = place?.section.pages[place.index - 1]
  const next = place?.section.pages[place.index + 1]
  if (previous === undefined && next === undefined) return nothing
  return html`<nav class="pager" aria-label="${words.previous}, ${words.next}">\
${previous === undefined ? nothing : renderPagerLink(previous, 'prev', words.previous, chrome)}\
${next === undefined ? nothing : renderPagerLink(next, 'next', words.next, chrome)}</nav>`
}

function renderPagerLink(route: string, rel: string, word: string, chrome: Chrome): Html {
  const title = chrome.site.pages.get(route)?.title
  return html`<a class="pager-${rel}" rel="${rel}" href="${chrome.toPage(route)}">\
<span class="pager-word">${word}</span>${title}</a>`
}

/** When the page was last changed, and where a reader may change it. */
export function renderSource(chrome: Chrome): Html {
  const parts = [renderUpdated(chrome), renderEdit(chrome)].filter((part) => part !== nothing)
  return parts.length === 0 ? nothing : html`<p class="page-source">${parts}</p>`
}

function renderUpdated({ page, words }: Chrome): Html {
  const day = page.own?.updated
  if (day === undefined) return nothing
  const [before, after] = words.lastUpdated.split('%')
  return html`<span>${before}<time datetime="${day}">${day}</time>${after}</span>`
}

/** A page that is made from a description of an API has no text of its own to change. */
function renderEdit({ page, site, words, toLink }: Chrome): Html {
  const { editAddress } = site.plan.config
  if (editAddress === undefined || !site.pages.has(page.route) || !/\.mdx?$/i.test(page.file)) return nothing
  const file = page.file.split('/').map(encodeURIComponent).join('/')
  const address = toLink(editAddress.replaceAll('$file', () => file))
  return html`<a class="edit-link" href="${address}" rel="nofollow">${words.editPage}</a>`
}

/** Pages that the author wants to be read next. */
export function renderRelated(chrome: Chrome): Html {
  const { page, site, words } = chrome
  const related = page.own?.related ?? []
  if (related.length === 0) return nothing
  const items = related.map(({ label, href }) => {
    const title = label ?? site.pages.get(normalizeRoute(href))?.title ?? href
    return html`<li><a href="${chrome.toLink(href)}">${title}</a></li>`
  })
  return html`<nav class="related" aria-labelledby="bindery-related"><p id="bindery-related">${words.related}</p><ul>${items}</ul></nav>`
}

// A contents list longer than this is no help; the page itself is the list then.
const headingsShown = 80

export function renderContents(headings: PageFacts['headings'], chrome: Chrome): Html {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3).slice(0, headingsShown)
  if (shown.length < 2) return nothing
  const items = shown.map(
    ({ depth, id, text }) =>
      html`<li class="contents-${String(depth)}"><a href="#${encodeURIComponent(id)}">${breakNames(text)}</a></li>`,
  )
  return html`<nav class="contents" aria-labelledby="bindery-contents"><details>\
<summary class="contents-title" id="bindery-contents">${chrome.words.onThisPage}</summary><ul>${items}</ul></details></nav>`
}

export function renderFooter(chrome: Chrome): Html {
  return renderOnce(chrome, 'footer', renderSiteFooter)
}

function renderSiteFooter(chrome: Chrome): Html {
  const { socials, columns } = chrome.around.footer
  if (socials.length === 0 && columns.length === 0) return nothing
  const rendered = columns.map(({ header, links }) => {
    const items = links.map(({ label, href }) => html`<li><a href="${chrome.toLink(href)}">${label}</a></li>`)
    return html`<div class="footer-column">${header && html`<p class="footer-header">${header}</p>`}<ul>${items}</ul></div>`
  })
  const icons = socials.map(({ name, href }) => {
    const icon = chrome.icon(socialIcons.get(name) ?? name)
    return html`<li><a href="${chrome.toLink(href)}" aria-label="${name}">${icon === nothing ? name : icon}</a></li>`
  })
  return html`<footer class="site-footer">${rendered}<ul class="socials">${icons}</ul></footer>`
}

// Where the name of a network is not the name of its icon. A Map: an author may name one “constructor”.
const socialIcons = new Map([
  ['x', 'x-twitter'],
  ['website', 'globe'],
])
