import { dirname } from 'node:path/posix'
import type { Entry, Group } from '../model/navigation.ts'
import { sectionPagePath } from '../model/paths.ts'
import type { SiteIndex } from '../model/site-index.ts'
import { firstPage } from '../plan/navigation/index-navigation.ts'
import { attribute, Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'

// A section of up to 60 entries stands on each of its pages whole. Of a larger one only the way to the page does, and
// at most 40 neighbours on each level: 5 KB before compression, whatever the size of the site. The rest is one link
// away, and the script fetches it when a reader opens a group.
const wholeSection = 60
const entriesOfLevel = 40

interface Level {
  chrome: Chrome
  whole: boolean
  /** The numbers of the groups above, by which the script finds a group in the section's data. */
  path: number[]
}

export function renderSidebar(chrome: Chrome): Html {
  const { section, words } = chrome
  const division = section?.trail.at(-1)
  if (!section || !division) return nothing
  const whole = isWhole(division.entries)
  const all = html`<a class="sidebar-all" href="${chrome.toFile(sectionPagePath(section.key))}">${words.allPages}</a>`
  return html`<nav class="sidebar-nav" aria-label="${words.menu}">\
${renderEntries(division.entries, { chrome, whole, path: [] })}${whole ? nothing : all}</nav>`
}

function renderEntries(entries: Entry[], level: Level): Html {
  const { shown, positions } = readEntries(entries)
  const { page, place } = level.chrome
  const onTheWay = [page.route, ...(place?.groups ?? [])].flatMap((entry) => positions.get(entry) ?? [])
  const current = onTheWay.length > 0 ? Math.min(...onTheWay) : -1
  const { items, start } = takeWindow(shown, current, level.whole ? shown.length : entriesOfLevel)
  const rendered = items.map((entry, index) => renderEntry(entry, start + index, level))
  return html`<ul>${rendered}</ul>`
}

function renderEntry(entry: Entry, number: number, level: Level): Html {
  const { chrome } = level
  if (typeof entry === 'string') return renderLine(entry, chrome)
  if (entry.kind === 'group') return renderGroup(entry, { ...level, path: [...level.path, number] })
  return html`<li><a href="${chrome.toLink(entry.href)}">${chrome.icon(entry.icon)}${entry.label}</a></li>`
}

/** Groups of the first level are headings; deeper ones open and close, without script too. */
function renderGroup(group: Group, level: Level): Html {
  const { chrome, whole, path } = level
  const onTheWay = chrome.place?.groups.includes(group) ?? false
  if (!onTheWay && !whole) return renderClosedGroup(group, level)
  const title = renderGroupTitle(group, chrome)
  const inside = renderEntries(group.entries, level)
  if (path.length === 1) return html`<li class="nav-group"><span class="nav-group-title">${title}</span>${inside}</li>`
  const open = attribute('open', onTheWay || group.expanded ? '' : undefined)
  if (rootOf(group, chrome) === undefined)
    return html`<li class="nav-group"><details${open}><summary>${title}</summary>${inside}</details></li>`
  // A summary is a button, and a button holds no link: the link stands before it, and the summary beside it has the name.
  return html`<li class="nav-group nav-rooted">${title}<details${open}><summary>\
<span class="visually-hidden">${group.label}</span></summary>${inside}</details></li>`
}

function renderGroupTitle(group: Group, chrome: Chrome): Html {
  const label = renderLabel(group, chrome)
  const root = rootOf(group, chrome)
  if (root === undefined) return label
  const current = attribute('aria-current', group.root === chrome.page.route ? 'page' : undefined)
  return html`<a href="${chrome.toPage(root)}"${current}>${label}</a>`
}

/** Where its title leads: to its own page, or to its first one if the author wants that. */
function rootOf(group: Group, { site }: Chrome): string | undefined {
  return group.root ?? (site.plan.config.drilldown ? firstPage(group) : undefined)
}

/** Only the way in: its first page, on which it stands open. With script it opens where it is. */
function renderClosedGroup(group: Group, { chrome, path }: Level): Html {
  const first = firstPage(group)
  if (first === undefined) return nothing
  // Where titles lead to pages, this one does too.
  const control = chrome.site.plan.config.drilldown
    ? nothing
    : html` data-bindery-do="group" data-bindery-group="${path.join('.')}"`
  return html`<li><a class="nav-closed" href="${chrome.toPage(first)}"${control}>\
${renderLabel(group, chrome)}</a></li>`
}

function renderLabel({ icon, label, tag }: Group, chrome: Chrome): Html {
  return html`${chrome.icon(icon)}${label}${tag && html`<span class="nav-tag">${tag}</span>`}`
}

/** What a list of entries shows and where each stands. */
interface ReadEntries {
  shown: Entry[]
  positions: Map<Entry, number>
}

const read = new WeakMap<Entry[], ReadEntries>()
const counts = new WeakMap<Entry[], boolean>()

/** Read once: a flat section may hold 100,000 entries, and each of its pages asks. */
function readEntries(entries: Entry[]): ReadEntries {
  const known = read.get(entries)
  if (known) return known
  const shown = entries.filter(isShown)
  const positions = new Map<Entry, number>()
  for (const [index, entry] of shown.entries()) if (!positions.has(entry)) positions.set(entry, index)
  read.set(entries, { shown, positions })
  return { shown, positions }
}

function isShown(entry: Entry): boolean {
  if (typeof entry === 'string') return true
  return entry.kind === 'group' ? !entry.hidden : entry.kind === 'link'
}

function isWhole(entries: Entry[]): boolean {
  const known = counts.get(entries)
  if (known !== undefined) return known
  const whole = countEntries(entries, wholeSection) <= wholeSection
  counts.set(entries, whole)
  return whole
}

/** Counts no further than it must: a section may hold 100,000. */
function countEntries(entries: Entry[], limit: number): number {
  let count = 0
  for (const entry of entries) {
    count += typeof entry !== 'string' && entry.kind === 'group' ? 1 + countEntries(entry.entries, limit) : 1
    if (count > limit) return count
  }
  return count
}

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
function renderLine(route: string, chrome: Chrome): Html {
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
  const label = page.label ?? page.title
  return {
    link: html`<li><a href="${chrome.toPage(route)}"`.text,
    before: html`${method && html`<span class="method method-${method.toLowerCase()}">${method}</span>`}`.text,
    icon,
    after:
      html`${page.deprecated ? html`<s>${label}</s>` : label}${tag && html`<span class="nav-tag">${tag}</span>`}</a></li>`
        .text,
  }
}

export interface Window<T> {
  items: T[]
  /** Where the first of them stands among all. */
  start: number
  cut: boolean
}

/**
 * At most `size` neighbours of the item at `center`, so that what stands on a page does not grow with the site.
 * `cut` says that some are left out.
 */
export function takeWindow<T>(items: T[], center: number, size: number): Window<T> {
  if (items.length <= size) return { items, start: 0, cut: false }
  const start = Math.min(Math.max(0, center - Math.floor(size / 2)), items.length - size)
  return { items: items.slice(start, start + size), start, cut: true }
}
