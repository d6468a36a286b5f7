import { dirname } from 'node:path/posix'
import type { SiteIndex } from '../model/site-index.ts'
import { Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'

/** A page's line in a sidebar, but for the mark of the current page and the icon, whose shape stands on a page once. */
interface Line {
  link: string
  before: string
  icon: string | undefined
  after: string
}

interface View {
  folder: string
  lines: Map<string, Line>
}

const views = new WeakMap<SiteIndex, View>()

/**
 * From all pages of one folder a line looks the same, so it is rendered once for them. Pages come in the order of their
 * folders: only the last folder's lines are kept.
 */
export function renderLine(route: string, chrome: Chrome): Html {
  const lines = linesFrom(dirname(chrome.page.output), chrome.site)
  const line = lines.get(route) ?? makeLine(route, chrome)
  if (!line) return nothing
  lines.set(route, line)
  const current = route === chrome.page.route ? ' aria-current="page"' : ''
  return new Html(`${line.link}${current}>${line.before}${chrome.icon(line.icon).text}${line.after}`)
}

function linesFrom(folder: string, site: SiteIndex): View['lines'] {
  const known = views.get(site)
  if (known?.folder === folder) return known.lines
  const view: View = { folder, lines: new Map() }
  views.set(site, view)
  return view.lines
}

function makeLine(route: string, chrome: Chrome): Line | undefined {
  const page = chrome.site.pages.get(route)
  if (!page) return undefined
  const { method, icon, tag } = page
  return {
    link: html`<li><a href="${chrome.toPage(route)}"`.text,
    before: html`${method && html`<span class="method method-${method.toLowerCase()}">${method}</span>`}`.text,
    icon,
    after: html`${page.label ?? page.title}${tag && html`<span class="nav-tag">${tag}</span>`}</a></li>`.text,
  }
}
