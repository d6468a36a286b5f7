import { decodePath, frontMark, normalizeRoute } from '../../model/paths.ts'
import type { PageSection } from '../../model/searched-page.ts'
import { findIds } from '../../render/html/find-ids.ts'
import { splitSections } from '../search/split-sections.ts'
import { sketchText } from './sketch-text.ts'

/** A page as readers had it: what it is compared by when its address, or one of its places, is gone. */
export interface PageText {
  route: string
  title: string
  sections: PageSection[]
  /** Smallest first. */
  sketch: Uint32Array
}

/** The page in a file of a site, undefined for one that only leads on or lists other pages. */
export function readPageText(path: string, html: string): PageText | undefined {
  const content = contentOf(html)
  if (content === undefined) return undefined
  // The first is the page's header, with its title.
  const [opening, head, ...rest] = splitSections(content)
  const title = head?.heading ?? ''
  const sections = [{ id: '', heading: title, text: `${opening?.text ?? ''} ${head?.text ?? ''}` }, ...rest]
  const text = sections.map((section, at) => (at === 0 ? section.text : `${section.heading} ${section.text}`)).join(' ')
  return { route: routeOfOutput(path), title, sections, sketch: sketchText(text) }
}

/** The address under which a file of the site is read. */
export function routeOfOutput(path: string): string {
  return normalizeRoute(`/${decodePath(path)}`)
}

const begin = '<article class="prose">'

function contentOf(html: string): string | undefined {
  const from = html.indexOf(begin)
  return from === -1 ? undefined : html.slice(from, html.lastIndexOf('</article>'))
}

/** The first page as it stands at the root: its places are compared where its own address is. */
export function isFrontCopy(html: string): boolean {
  return html.slice(0, html.indexOf('<head>')).includes(frontMark)
}

/** Every id, and those among them that people link to: of headings, steps, tabs, accordions and updates. */
export function readAnchors(html: string): { all: Set<string>; linked: string[] } {
  const content = contentOf(html) ?? ''
  const all = new Set<string>()
  const linked: string[] = []
  for (const { id, tag } of findIds(content)) {
    if (!all.has(id) && linkedTags.some((start) => content.startsWith(start, tag + 1))) linked.push(id)
    all.add(id)
  }
  return { all, linked }
}

/** How their tags begin: an author may add a class. */
const linkedTags = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => `${name} `),
  'div class="step',
  'div class="tab-panel',
  'details class="accordion',
  'section class="update',
]
