import { isUtf8 } from 'node:buffer'
import { XmlError } from '@bindery/site/parent'
import {
  decodeDataUrl,
  findInStyle,
  findOutsideAddress,
  readRefresh,
  readSourceSet,
  Unjudged,
} from './read-addresses.ts'
import { type Element, get, readHtmlElements, readXmlElements } from './read-elements.ts'

/**
 * Addresses on other hosts that a file of a site makes a browser request without a click, and the reason if a file
 * cannot be judged. Reads the finished bytes, whoever wrote them. Scripts are not read: the page's policy, which
 * restricts them to the site, is.
 */
export function findOutsideRequests(path: string, bytes: Uint8Array): string[] {
  const read = readers.find(([pattern]) => pattern.test(path))?.[1]
  if (!read) return []
  const finder = new Finder()
  try {
    if (!isUtf8(bytes)) throw new Unjudged('it is not written in UTF-8')
    read(finder, new TextDecoder().decode(bytes))
  } catch (error) {
    if (!(error instanceof Unjudged || error instanceof XmlError)) throw error
    finder.found.add(`not judged: ${error.message}`)
  }
  return [...finder.found]
}

const readers: readonly [pattern: RegExp, read: (finder: Finder, text: string) => void][] = [
  [/\.css$/i, (finder, text) => finder.readStyle(text)],
  [/\.(?:svg|xml|xhtml|xht)$/i, (finder, text) => finder.readXml(text)],
  // The type of a file without an extension is often left to the browser to guess.
  [/\.s?html?$|(?:^|\/)[^/.]+$/i, (finder, text) => finder.readHtml(text)],
]

/** Attributes that a browser requests as soon as the element exists. */
const requested: Readonly<Record<string, readonly string[]>> = {
  audio: ['src'],
  embed: ['src'],
  feimage: ['href'],
  frame: ['src'],
  iframe: ['src'],
  image: ['href'],
  img: ['src', 'attributionsrc'],
  input: ['src'],
  link: ['href'],
  object: ['data'],
  script: ['src', 'href', 'attributionsrc'],
  source: ['src'],
  track: ['src'],
  use: ['href'],
  // The theme makes `data-bindery-poster` the poster when the video comes into view.
  video: ['src', 'poster', 'data-bindery-poster'],
}
const sourceSets: Readonly<Record<string, string>> = { img: 'srcset', link: 'imagesrcset', source: 'srcset' }
const frames = new Set(['embed', 'frame', 'iframe', 'object'])
const backgrounds = new Set(['body', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])
/** Attributes whose value is CSS. */
const styled = new Set(
  'clip-path cursor fill filter marker marker-end marker-mid marker-start mask stroke style'.split(' '),
)
const animation = /^(?:set|animate(?:color|motion|transform)?)$/
/** Types of links that readers and search engines follow, and no browser by itself. */
const followed = new Set(
  `alternate amphtml author bookmark canonical dofollow edituri external help license me next nofollow noopener
  noreferrer opener payment pgpkey pingback prev privacy-policy self shortlink start tag terms-of-service up
  webmention wlwmanifest`.split(/\s+/),
)
const documentSpaces = new Set(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg'])
/** Encodings in which text can be markup that it is not in UTF-8. */
const confusing = new Set(['iso-2022-jp', 'shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'])
// biome-ignore lint/suspicious/noControlCharactersInRegex: starts ISO-2022-JP, which browsers recognize undeclared
const shift = /\u001b[$(]/
// Honest pages embed one document in another once at most.
const maxDepth = 3

class Finder {
  readonly found = new Set<string>()
  readonly #nested = new Set<string>()
  #depth = 0

  readStyle(css: string, base?: string): void {
    if (shift.test(css)) throw new Unjudged('it can be read in another encoding than UTF-8')
    const label = /^@charset\s+["']([^"']*)/i.exec(css)?.[1]
    if (label !== undefined) requireEncoding(label, css)
    for (const { address, isSheet } of findInStyle(css)) {
      if (isSheet) this.#lookAtSheet(address, base)
      // A fragment in a style is one of the page's, whatever its base.
      else if (!address.startsWith('#')) this.#look(address, base)
    }
  }

  readXml(text: string): void {
    const elements = readXmlElements(text)
    // A feed has elements that are named like those of HTML and load nothing.
    const isDocument = elements.some(({ attributes }) => attributes.some(({ value }) => documentSpaces.has(value)))
    if (isDocument) this.#judge(elements)
  }

  /** `around` is the base of the document that this one is inside of. */
  readHtml(html: string, around?: string): void {
    for (const elements of readHtmlElements(html)) {
      this.#requireEncodings(elements, html)
      this.#judge(elements, around)
    }
  }

  #requireEncodings(elements: readonly Element[], text: string): void {
    const labels = elements.flatMap((element) => (element.name === 'meta' ? (readLabel(element) ?? []) : []))
    if (labels.length === 0 && shift.test(text)) throw new Unjudged('it does not declare its encoding')
    for (const label of labels) requireEncoding(label, text)
  }

  #judge(elements: readonly Element[], around?: string): void {
    const base = findBase(elements, around)
    for (const element of elements) this.#judgeElement(element, base)
    if (!elements.some(prefetchesLinks)) return
    for (const element of elements) if (/^(?:a|area)$/.test(element.name)) this.#look(get(element, 'href'), base)
  }

  #judgeElement(element: Element, base: string | undefined): void {
    const { name, text } = element
    if (name === 'style') this.readStyle(text, base)
    else if (name === 'script') for (const address of addressesOfRules(element)) this.#look(address, base)
    else if (name === 'meta') this.#judgeMeta(element, base)
    else if (animation.test(name)) this.#judgeAnimation(element, base)
    const isFollowed = name === 'link' && this.#judgeLink(element, base)
    for (const { name: key, value } of element.attributes) {
      if (styled.has(key)) this.readStyle(value, base)
      else if (key === 'background' && backgrounds.has(name)) this.#look(value, base)
      else if (key === 'srcdoc' && name === 'iframe') this.#nest(value, () => this.readHtml(value, base))
      else if (isFollowed) continue
      else if (key === sourceSets[name]) for (const address of readSourceSet(value)) this.#look(address, base)
      else if (!requested[name]?.includes(key)) continue
      else if (frames.has(name)) this.#lookAtFrame(value, base)
      else this.#look(value, base)
    }
  }

  /** Returns whether no browser requests the link by itself. */
  #judgeLink(element: Element, base: string | undefined): boolean {
    const valuesOf = (key: string) => element.attributes.filter(({ name }) => name === key).map(({ value }) => value)
    const types = valuesOf('rel').join(' ').toLowerCase().split(/\s+/).filter(Boolean)
    if (types.includes('stylesheet')) for (const address of valuesOf('href')) this.#lookAtSheet(address, base)
    return types.every((type) => followed.has(type))
  }

  #judgeMeta(element: Element, base: string | undefined): void {
    const content = get(element, 'content') ?? ''
    const equivalent = get(element, 'http-equiv')?.toLowerCase()
    if (equivalent === 'refresh') for (const address of readRefresh(content)) this.#look(address, base)
    if (equivalent !== 'content-security-policy') return
    // Frames are allowed by their host's name and wait in a template for a click.
    const directives = content.split(';').filter((directive) => !directive.trim().startsWith('frame-src'))
    for (const source of directives.flatMap((directive) => directive.split(/[\s,]+/))) {
      if (/^(?:https?:)?\/\/[^/]/i.test(source)) this.found.add(`the policy allows ${source}`)
    }
  }

  /** An animation writes its values to an attribute of the element around it. */
  #judgeAnimation(element: Element, base: string | undefined): void {
    const isAddress = /(?:^|:)href$/i.test(get(element, 'attributename')?.trim() ?? '')
    for (const { name, value } of element.attributes) {
      if (!/^(?:from|to|by|values)$/.test(name)) continue
      if (isAddress) for (const address of value.split(';')) this.#look(address, base)
      else this.readStyle(value, base)
    }
  }

  #look(address: string | undefined, base: string | undefined): void {
    const outside = address === undefined ? undefined : findOutsideAddress(address, base)
    if (outside !== undefined) this.found.add(outside)
  }

  /** A style sheet is judged by its name when its turn comes, so it must have one that says what it is. */
  #lookAtSheet(address: string, base: string | undefined): void {
    this.#look(address, base)
    const data = decodeDataUrl(address)
    if (data) this.#nest(data.text, () => this.readStyle(data.text))
    else if (address.trim() !== '' && !/\.css\s*(?:[?#]|$)/i.test(address)) {
      this.found.add(`not judged: it uses ${address.slice(0, 80)} as a style sheet`)
    }
  }

  #lookAtFrame(address: string | undefined, base: string | undefined): void {
    this.#look(address, base)
    const data = decodeDataUrl(address ?? '')
    if (!data || !/html|xml/i.test(data.type)) return
    this.#nest(data.text, () => (/html$/i.test(data.type) ? this.readHtml(data.text) : this.readXml(data.text)))
  }

  /** Each text is read once, though every reading of the page around it comes upon it. */
  #nest(text: string, read: () => void): void {
    if (this.#nested.has(text)) return
    this.#nested.add(text)
    if (this.#depth === maxDepth) throw new Unjudged(`it nests documents more than ${maxDepth} deep`)
    this.#depth += 1
    read()
    this.#depth -= 1
  }
}

function readLabel(meta: Element): string | undefined {
  return get(meta, 'charset') ?? /charset\s*=\s*["']?([^\s"';]+)/i.exec(get(meta, 'content') ?? '')?.[1]
}

function requireEncoding(label: string, text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: of all other characters the encodings agree
  if (!confusing.has(nameEncoding(label)) || !/[^\u0000-\u001a\u001c-\u007f]/.test(text)) return
  throw new Unjudged(`it declares the encoding ${label}`)
}

function nameEncoding(label: string): string {
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return ''
  }
}

/** The first `<base href>`, or `xml:base` in XML, on another host. */
function findBase(elements: readonly Element[], around: string | undefined): string | undefined {
  for (const { name, attributes } of elements) {
    for (const attribute of attributes) {
      if (attribute.name !== (name === 'base' ? 'href' : 'base')) continue
      const base = findOutsideAddress(attribute.value, around)
      if (base !== undefined) return base
    }
  }
  return around
}

interface SpeculationRule {
  urls?: unknown
  where?: unknown
}

/** Addresses that speculation rules list. */
function addressesOfRules(script: Element): string[] {
  return rulesOf(script).flatMap(({ urls }) =>
    Array.isArray(urls) ? urls.filter((url) => typeof url === 'string') : [],
  )
}

/** Whether the page has speculation rules that hold for links to other hosts. */
function prefetchesLinks(script: Element): boolean {
  return rulesOf(script).some(({ urls, where }) => urls === undefined && !staysOnSite(where))
}

/** Whether the condition of a rule is an address of the site, such as `/*`. */
function staysOnSite(where: unknown): boolean {
  if (typeof where !== 'object' || where === null) return false
  if ('and' in where && Array.isArray(where.and)) return where.and.some(staysOnSite)
  const pattern = 'href_matches' in where ? where.href_matches : undefined
  return typeof pattern === 'string' && /^\.{0,2}\/(?![/\\])[^:]*$/.test(pattern)
}

function rulesOf(script: Element): SpeculationRule[] {
  if (script.name !== 'script' || get(script, 'type')?.trim().toLowerCase() !== 'speculationrules') return []
  try {
    const rules = Object.values(JSON.parse(script.text) as Record<string, unknown>).flat()
    return rules.filter((rule): rule is SpeculationRule => typeof rule === 'object' && rule !== null)
  } catch {
    return []
  }
}
