import { readCssTokens } from '@bindery/site/parent'

/** A site may be served by https or http, or opened from a disk: `https:x` is on another host in two of them. */
const places = ['https://site.invalid/a/b', 'http://site.invalid/a/b', 'file:///a/b']
const requesting = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:', 'file:'])
// Without a scheme, and without characters that browsers drop or take for a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those characters
const plainPath = /^(?!\/\/|[\u0000-\u0020])[^:\\\t\n\r]*$/

/** The file may or may not request something. */
export class Unjudged extends Error {}

/** The address as a browser requests it if it is on another host. `base` is one that relative addresses start from. */
export function findOutsideAddress(address: string, base?: string): string | undefined {
  if (base === undefined && plainPath.test(address)) return undefined
  for (const place of base === undefined ? places : [...places, base]) {
    const url = URL.parse(address, place)
    if (url && requesting.has(url.protocol) && url.host !== '' && url.host !== 'site.invalid') return url.href
  }
  return undefined
}

/** The type and text of a `data:` address. */
export function decodeDataUrl(address: string): { type: string; text: string } | undefined {
  const url = URL.parse(address, places[0])
  if (url?.protocol !== 'data:') return undefined
  const comma = url.href.indexOf(',')
  const [head, body] = [url.href.slice('data:'.length, comma), url.href.slice(comma + 1).replace(/#.*$/s, '')]
  const text = body.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )
  return {
    type: head.split(';')[0]?.trim().toLowerCase() ?? '',
    text: /;\s*base64\s*$/i.test(head) ? Buffer.from(text, 'base64').toString() : text,
  }
}

const blank = /[\t\n\f\r ]/

/** The addresses of a `srcset`, split as browsers do: an address may contain commas, and a descriptor too in brackets. */
export function* readSourceSet(value: string): Generator<string> {
  let at = 0
  const skip = (isSkipped: (sign: string) => boolean) => {
    while (at < value.length && isSkipped(value[at] ?? '')) at += 1
    return at
  }
  while (at < value.length) {
    const start = skip((sign) => sign === ',' || blank.test(sign))
    const end = skip((sign) => !blank.test(sign))
    let last = end
    while (last > start && value[last - 1] === ',') last -= 1
    if (last > start) yield value.slice(start, last)
    if (last < end) continue
    let isInBrackets = false
    skip((sign) => {
      if (/[()]/.test(sign)) isInBrackets = sign === '('
      return isInBrackets || sign !== ','
    })
  }
}

/**
 * The addresses that `<meta http-equiv="refresh">` may have. Chromium drops Unicode spaces around the time and around the
 * address, also inside quotes, and reads a quoted address to the last quote; the standard reads it to the first.
 */
export function readRefresh(content: string): string[] {
  const [, rest] =
    /^\s*[\d.]*\s*(?:[;,]|[\t\n\f\r ])[\t\n\f\r ]*(?:url[\t\n\f\r ]*=[\t\n\f\r ]*)?(.*)/is.exec(content) ?? []
  if (rest === undefined) return []
  const quote = /^["']/.exec(rest)?.[0]
  if (quote === undefined) return [rest.trim()]
  const [toFirst = '', ...others] = rest.slice(1).split(quote)
  const toLast = [toFirst, ...others.slice(0, -1)].join(quote)
  return [toFirst.trim(), toLast.trim()]
}

export interface StyleAddress {
  address: string
  /** It is of another style sheet. */
  isSheet: boolean
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
/** Properties that show their strings, or look for a name. */
const showing = new Set(['content', 'font', 'font-family', 'quotes'])
// Real sheets nest four deep.
const maxBrackets = 200
// They take half a second; a sheet of a megabyte has a third of it.
const maxTokens = 1_000_000

/**
 * Everything in a style sheet or a `style` attribute that may be an address: each `url()`, and each string that is not
 * known to be something else, because a custom property carries one to where it is loaded.
 */
export function findInStyle(css: string): StyleAddress[] {
  const found: StyleAddress[] = []
  const open: { end: string; isFunction: boolean }[] = []
  let functions = 0
  let rule = ''
  let property = ''
  /** The word that the current declaration or rule began with; undefined at its beginning. */
  let first: string | undefined
  let count = 0
  // Neither an address nor a string is without one of these.
  if (!/[("']/.test(css)) return found
  for (const { kind, value } of readCssTokens(css)) {
    count += 1
    if (count > maxTokens) throw new Unjudged(`its styles have more than ${maxTokens} parts`)
    if (kind === 'space' || kind === 'comment') continue
    const isText = functions === 0 && (open.at(-1)?.end === ']' || showing.has(property))
    const isAddress = kind === 'url' || (kind === 'string' && !isText)
    if (isAddress && rule !== 'namespace') found.push({ address: value, isSheet: rule === 'import' })
    if (kind === 'at') rule = value
    const end = kind === 'function' ? ')' : kind === 'sign' ? closing[value] : undefined
    if (end !== undefined) {
      if (open.push({ end, isFunction: kind === 'function' }) > maxBrackets) {
        throw new Unjudged(`its styles nest more than ${maxBrackets} deep`)
      }
      if (kind === 'function') functions += 1
    } else if (kind === 'sign' && value === open.at(-1)?.end && open.pop()?.isFunction) functions -= 1
    if (kind === 'sign' && /[;{}]/.test(value)) {
      rule = ''
      property = ''
      first = undefined
    } else if (kind === 'sign' && value === ':' && first !== '') {
      property = first ?? ''
      first = ''
    } else first = first === undefined && kind === 'ident' ? value.toLowerCase() : ''
  }
  return found
}
