/** A part of a page from one heading to the next; the first has none and begins with the page. */
export interface PageSection {
  id: string
  heading: string
  text: string
}

const tag = /<(\/?)([a-zA-Z][\w-]*)((?:[^>"]|"[^"]*")*)>/g
// What is drawn, and what says nothing to someone who searches.
const silent = new Set(['svg', 'style', 'script', 'math', 'button', 'template'])
const inline = new Set('a abbr b bdi br code em i kbd mark q s small span strong sub sup u var wbr'.split(' '))

/** The text of a page as it was drawn, part by part. The HTML is our own: it is well-formed and its text is escaped. */
export function splitSections(html: string): PageSection[] {
  const sections: PageSection[] = [{ id: '', heading: '', text: '' }]
  let heading = false
  let hidden = ''
  let end = 0
  const add = (text: string) => {
    const section = sections.at(-1)
    if (section && hidden === '') section[heading ? 'heading' : 'text'] += text
  }
  for (const { 0: whole, 1: closing, 2: name = '', 3: attributes = '', index } of html.matchAll(tag)) {
    add(html.slice(end, index))
    end = index + whole.length
    const element = name.toLowerCase()
    if (hidden !== '') {
      if (closing && element === hidden) hidden = ''
    } else if (silent.has(element) && !closing && !attributes.endsWith('/')) hidden = element
    else if (/^h[1-6]$/.test(element)) {
      heading = !closing
      if (heading) sections.push({ id: / id="([^"]*)"/.exec(attributes)?.[1] ?? '', heading: '', text: '' })
    } else if (!inline.has(element)) add(' ')
  }
  add(html.slice(end))
  return sections.map(({ id, heading: title, text }) => ({ id: decode(id), heading: tidy(title), text: tidy(text) }))
}

function tidy(text: string): string {
  return decode(text).replace(/\s+/g, ' ').trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

function decode(text: string): string {
  return text.includes('&') ? text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole) : text
}
