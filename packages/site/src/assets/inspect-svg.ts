const activeElement =
  /<(?:[\w.-]+:)?(?:script|iframe|embed|object|applet|handler|listener|link|meta|base|form|input|button|portal)\b/i
const handler = /[\s"'/]on[a-z]+\s*=/i
const activeAddress = /(?:java|vb|live)script\s*:|data\s*:\s*(?:text\/html|application\/|image\/svg)/i
const animatedAddress = /\battributename\s*=\s*["'][^"']*(?:href|src)/i
const loadingAttribute = /(?:href|src|srcset|poster|background|data|base)\s*=\s*("[^"]*"|'[^']*')/gi
const otherEncoding = /^[^>]*\bencoding\s*=\s*["'](?!utf-?8["'])/i

/**
 * Why an SVG is not carried, or undefined. As an image it would run nothing, but a reader can open the file itself, and
 * then it is a document of the site's own origin. What could run there, or load anything of another host, is refused
 * whole: of 98 real drawings none has need of it, and an entity, an odd encoding or a style sheet from elsewhere could
 * hide it from us.
 */
export function inspectSvg(bytes: Uint8Array): string | undefined {
  const text = readUtf8(bytes)
  if (text === undefined || text.includes('\u0000') || otherEncoding.test(text)) return 'It is not written in UTF-8.'
  if (/<!(?:ENTITY|ATTLIST)|<\?xml-stylesheet/i.test(text))
    return 'It defines entities or attributes, or loads a style sheet.'
  if (activeElement.test(text) || handler.test(text)) return 'It holds script.'
  const decoded = decodeReferences(text)
  if (activeAddress.test(decoded.replace(/\s+/g, ''))) return 'It links to script.'
  if (animatedAddress.test(decoded)) return 'It animates an address.'
  if (loadsByAttribute(text) || loadsByStyle(decoded)) return 'It loads something from another host.'
  return undefined
}

function loadsByAttribute(text: string): boolean {
  for (const { index, 0: attribute, 1: value = '' } of text.matchAll(loadingAttribute)) {
    const address = decodeReferences(value.slice(1, -1))
    // A `srcset` holds several.
    const isLoading = [address, ...address.split(/[\s,]+/)].some(isOutside)
    if (isLoading && !(/^href/i.test(attribute) && isOfLink(text, index))) return true
  }
  return false
}

/** A link loads nothing. In XML no attribute holds a `<`, so the last one before it begins its element. */
function isOfLink(text: string, index: number): boolean {
  // So far and no further: from the end of a long line, looking back for each attribute takes minutes.
  const before = text.slice(Math.max(0, index - 1000), index)
  return /^<(?:[\w.-]+:)?a\s/.test(before.slice(before.lastIndexOf('<')))
}

/** Wherever it stands: in a style sheet, a `style` or an attribute such as `fill`. */
function loadsByStyle(text: string): boolean {
  const style = text.replace(/\\(?:([\da-f]{1,6})\s?|\r?\n|(.))/gi, (_, hex, plain = '') =>
    hex ? toCharacter(Number.parseInt(hex, 16)) : plain,
  )
  if (/@import|image-set\s*\(/i.test(style)) return true
  return [...style.matchAll(/\b(?:url|src|image)\(\s*["']?([^"')]*)/gi)].some(([, address = '']) => isOutside(address))
}

// A scheme that nothing is loaded by: to an address of a page, `https:host` is relative if the page has that scheme.
const here = 'ftp://here.invalid'

/** Asked of the parser that browsers have: a tab within, backslashes and a missing `//` change nothing. */
function isOutside(address: string): boolean {
  const url = /[:/\\]/.test(address) ? URL.parse(address, here) : null
  return url !== null && /^(?:https?|ftp|file):$/.test(url.protocol) && url.origin !== here
}

function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decodeReferences(text: string): string {
  return text.replace(/&#(?:x([\da-f]+)|(\d+));?|&(colon|tab|newline);/gi, (_, hex, decimal, name) => {
    if (name) return name.toLowerCase() === 'colon' ? ':' : ''
    return toCharacter(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

function toCharacter(code: number): string {
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ''
}
