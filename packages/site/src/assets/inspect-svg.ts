const activeElement =
  /<(?:[\w.-]+:)?(?:script|iframe|embed|object|applet|handler|listener|link|meta|base|form|input|button|portal)\b/i
const handler = /[\s"'/]on[a-z]+\s*=/i
const activeAddress = /(?:java|vb|live)script\s*:|data\s*:\s*(?:text\/html|application\/|image\/svg)/i
const otherEncoding = /^[^>]*\bencoding\s*=\s*["'](?!utf-?8["'])/i

/**
 * Why an SVG is not carried, or undefined. As an image it would run nothing, but a reader can open the file itself, and
 * then it is a document of the site's own origin. What could run there is refused whole: drawings have no need of it,
 * and an entity, an odd encoding or a style sheet from elsewhere could hide it from us.
 */
export function inspectSvg(bytes: Uint8Array): string | undefined {
  const text = readUtf8(bytes)
  if (text === undefined || text.includes('\u0000') || otherEncoding.test(text)) return 'It is not written in UTF-8.'
  if (/<!(?:ENTITY|ATTLIST)|<\?xml-stylesheet/i.test(text))
    return 'It defines entities or attributes, or loads a style sheet.'
  if (activeElement.test(text) || handler.test(text)) return 'It holds script.'
  if (activeAddress.test(decodeReferences(text).replace(/\s+/g, ''))) return 'It links to script.'
  return undefined
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
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ''
  })
}
