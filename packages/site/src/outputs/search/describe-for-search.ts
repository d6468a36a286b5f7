import { termsOf } from '../../layout/theme/search/terms.ts'
import { scopeOf } from '../../model/paths.ts'
import type { PageSection, SearchedPage, SearchPlace } from '../../model/searched-page.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { OwnSettings } from '../../model/site-plan.ts'
import { type TermLine, writePosting, writeTermLine } from './term-line.ts'

const titleWeight = 7
const headingWeight = 5
/** More than this often is not more to the point. */
const mostInText = 3

/** A page's sections; its title and description belong to the first. */
export function describeForSearch(
  content: string,
  title: string,
  description = '',
  { keywords = [], boost = 1 }: Pick<OwnSettings, 'keywords' | 'boost'> = {},
): SearchedPage {
  const [opening, ...others] = splitSections(content)
  const text = `${description} ${opening?.text ?? ''}`.trim()
  const sections = [{ id: '', heading: title, text }, ...others.filter(({ heading, text }) => heading + text !== '')]
  const all = new Map<string, TermLine>()
  for (const [at, section] of sections.entries()) {
    const weights = weigh(section, at === 0 ? titleWeight : headingWeight)
    if (at === 0) addKeywords(weights, keywords)
    for (const [term, weight] of weights) addPosting(all, term, at, raise(weight, boost))
  }
  return { sections, terms: [...all.values()].map(writeTermLine).join('\n') }
}

// A posting has three bits for it.
const mostWeight = 7

function raise(weight: number, boost: number): number {
  return Math.min(mostWeight, Math.max(1, Math.round(weight * boost)))
}

// Somebody may write hundreds, for other search engines.
const mostKeywords = 50

/** Words by which the author wants the page to be found, though it may not say them: as good as a heading. */
function addKeywords(weights: Map<string, number>, keywords: readonly string[]): void {
  for (const term of writableTerms(keywords.slice(0, mostKeywords).join(' '))) {
    weights.set(term, Math.max(weights.get(term) ?? 0, headingWeight))
  }
}

function weigh({ heading, text }: PageSection, weightOfHeading: number): Map<string, number> {
  const weights = new Map<string, number>()
  for (const term of writableTerms(text)) weights.set(term, (weights.get(term) ?? 0) + 1)
  for (const [term, count] of weights) {
    if (count > 1) weights.set(term, Math.min(mostInText, 1 + Math.floor(Math.log2(count))))
  }
  for (const term of writableTerms(heading)) weights.set(term, weightOfHeading)
  return weights
}

/** A long term may be cut inside a character, which no file can hold: it must not sort here otherwise than read again. */
function writableTerms(text: string): string[] {
  return termsOf(text).map((term) => term.toWellFormed())
}

function addPosting(all: Map<string, TermLine>, term: string, section: number, weight: number): void {
  const known = all.get(term)
  if (!known) {
    all.set(term, { term, first: section, weight, last: section, rest: '' })
    return
  }
  known.rest += writePosting(section - known.last, weight)
  known.last = section
}

const tagName = /\/?([a-zA-Z][\w-]*)/y
// What is rendered, and what says nothing to someone who searches.
const silent = new Set(['svg', 'style', 'script', 'math', 'template', 'select'])
/** A button that says what it does; other buttons are words of the page that explain themselves. */
const copyButton = '<button class="copy'
const inline = new Set('a abbr b bdi button code em i kbd mark q s small strong sub sup u var wbr'.split(' '))

/** The text of a page as it was rendered, part by part. The HTML is our own: it is well-formed and its text is escaped. */
export function splitSections(html: string): PageSection[] {
  const reader = new SectionReader()
  let end = 0
  let codeEnd = 0
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    reader.add(html.slice(end, start))
    end = endOfTag(html, start)
    const isSpan = html.startsWith('span', start + 1) || html.startsWith('/span', start + 1)
    if (html.startsWith('pre', start + 1)) codeEnd = html.indexOf('</pre>', start)
    // Nine of ten tags are the colors of code, which divide nothing; elsewhere a span may be a note of its own.
    if (!isSpan || start > codeEnd) reader.meet(html, start, end)
  }
  reader.add(html.slice(end))
  return reader.finish()
}

class SectionReader {
  readonly #sections: PageSection[] = [{ id: '', heading: '', text: '' }]
  #current = this.#sections[0] as PageSection
  #inHeading = false
  /** The element whose text is left out. */
  #hidden = ''

  add(text: string): void {
    if (text === '' || this.#hidden !== '') return
    if (this.#inHeading) this.#current.heading += text
    else this.#current.text += text
  }

  meet(html: string, start: number, end: number): void {
    tagName.lastIndex = start + 1
    const name = tagName.exec(html)?.[1] ?? ''
    const isClosing = html[start + 1] === '/'
    if (this.#hidden !== '') {
      if (isClosing && name === this.#hidden) this.#hidden = ''
    } else if (silent.has(name) || (name === 'button' && html.startsWith(copyButton, start))) {
      if (!isClosing && html[end - 2] !== '/') this.#hidden = name
    } else if (/^h[1-6]$/.test(name)) {
      this.#inHeading = !isClosing
      if (this.#inHeading) this.#begin(html.slice(start, end))
    } else if (!inline.has(name)) this.add(' ')
  }

  finish(): PageSection[] {
    return this.#sections.map(({ id, heading, text }) => ({ id: decode(id), heading: tidy(heading), text: tidy(text) }))
  }

  #begin(tag: string): void {
    this.#current = { id: / id="([^"]*)"/.exec(tag)?.[1] ?? '', heading: '', text: '' }
    this.#sections.push(this.#current)
  }
}

/** Behind the `>` that is in no quotes. */
function endOfTag(html: string, start: number): number {
  let end = html.indexOf('>', start)
  for (let quote = html.indexOf('"', start); quote !== -1 && quote < end; quote = html.indexOf('"', quote + 1)) {
    quote = html.indexOf('"', quote + 1)
    if (quote > end) end = html.indexOf('>', quote)
  }
  return end === -1 ? html.length : end + 1
}

function tidy(text: string): string {
  return decode(text).replace(/\s+/g, ' ').trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

function decode(text: string): string {
  return text.includes('&') ? text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole) : text
}

export function placeInSearch(route: string, { navigation }: SiteIndex): SearchPlace {
  const place = navigation.places.get(route)
  const tab = place?.section.trail.findLast(({ kind }) => kind === 'tab')
  const crumb = [tab?.label, ...(place?.groups ?? []).map(({ label }) => label)]
  return { scope: scopeOf(navigation.sectionOf(route)), crumb: crumb.filter(Boolean).join(' › ') }
}
