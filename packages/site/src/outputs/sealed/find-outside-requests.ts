/**
 * What a file of a site makes a browser ask of other hosts without a click: nothing, in a site that is self-contained.
 * Read from the finished bytes, whoever made them. Of our own scripts only the page's policy is looked at, which lets
 * them ask the site alone.
 */
export function findOutsideRequests(path: string, bytes: Uint8Array): string[] {
  const find = readers.find(([pattern]) => pattern.test(path))?.[1]
  return find ? [...new Set(find(Buffer.from(bytes).toString()))] : []
}

const readers: readonly [pattern: RegExp, find: (text: string) => string[]][] = [
  [/\.css$/i, findInStyle],
  [/\.(?:html?|svg)$/i, findInMarkup],
]

/** Attributes that are loaded as soon as an element is there. */
const loaded: Readonly<Record<string, readonly string[]>> = {
  audio: ['src'],
  embed: ['src'],
  feimage: ['href', 'xlink:href'],
  frame: ['src'],
  iframe: ['src'],
  image: ['href', 'xlink:href'],
  img: ['src', 'srcset'],
  input: ['src'],
  link: ['href', 'imagesrcset'],
  object: ['data'],
  script: ['src', 'href', 'xlink:href'],
  source: ['src', 'srcset'],
  track: ['src'],
  use: ['href', 'xlink:href'],
  video: ['src', 'poster', 'data-bindery-poster'],
}
// A reader or a search engine follows these; no browser does by itself.
const followed = /^(?:alternate|author|canonical|help|license|me|next|prev|search)(?:\s|$)/i

const tag = /<([a-z][\w:-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/gi
const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g
// Frames are let in by their host's name and wait in a template for a click.
const allowedByClick = 'frame-src'

function findInMarkup(text: string): string[] {
  const live = text.replace(/<template\b[^>]*>.*?<\/template>/gis, '').replace(/<!--.*?-->/gs, '')
  const found: string[] = []
  for (const [, name = '', written = ''] of live.matchAll(tag)) {
    found.push(...findInTag(name.toLowerCase(), readAttributes(written)))
  }
  for (const [, style = ''] of live.matchAll(/<style\b[^>]*>(.*?)<\/style>/gis)) found.push(...findInStyle(style))
  return found
}

function findInTag(name: string, attributes: ReadonlyMap<string, string>): string[] {
  const style = findInStyle(attributes.get('style') ?? '')
  if (name === 'meta') return [...style, ...findInMeta(attributes)]
  if (name === 'link' && followed.test(attributes.get('rel') ?? '')) return style
  const values = (loaded[name] ?? []).flatMap((key) => attributes.get(key) ?? [])
  return [...style, ...values.flatMap(findAddresses)]
}

function findInMeta(attributes: ReadonlyMap<string, string>): string[] {
  const content = attributes.get('content') ?? ''
  const equivalent = attributes.get('http-equiv')?.toLowerCase()
  if (equivalent === 'refresh') return findAddresses(content.replace(/^[^=]*=/, ''))
  if (equivalent !== 'content-security-policy') return []
  const directives = content.split(';').filter((directive) => !directive.trim().startsWith(allowedByClick))
  return directives.flatMap((directive) => findAddresses(directive).map((source) => `the policy allows ${source}`))
}

function readAttributes(written: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of written.matchAll(attribute)) {
    attributes.set(name.toLowerCase(), decode(double ?? single ?? bare ?? ''))
  }
  return attributes
}

function decode(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** Each in a list such as a `srcset`; whatever names a host, with its scheme or without. */
function findAddresses(value: string): string[] {
  return value.split(/[\s,]+/).filter((word) => /^(?:https?:)?\/\/[^/]/i.test(word))
}

function findInStyle(css: string): string[] {
  const addresses = /(?:url\(|@import|image-set\()\s*["']?((?:https?:)?\/\/[^\s"')]+)/gi
  return [...css.matchAll(addresses)].map(([, address = '']) => address)
}
