import type { PageSection } from '../../model/searched-page.ts'

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
