/** A tag that opens, with its references decoded; one that closes; or text between tags. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Map<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/** It is no XML, or more of XML than we read: what we would read in another way than a browser is refused. */
export class XmlError extends Error {}

const space = '[ \\t\\r\\n]'
const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const is = `${space}*=${space}*`
const declaration = new RegExp(
  `<\\?xml${space}+version${is}["']1\\.0["'](?:${space}+encoding${is}["'][Uu][Tt][Ff]-8["'])?(?:${space}+standalone${is}["'](?:yes|no)["'])?${space}*\\?>`,
  'y',
)
// The one that editors write. A browser loads nothing for it and knows no entities by it.
const doctype = new RegExp(
  `<!DOCTYPE${space}+svg(?:${space}+PUBLIC${space}+"-//W3C//DTD SVG [\\w. ]{1,20}//EN"${space}+"https?://www\\.w3\\.org/[\\w./-]{1,100}")?${space}*>`,
  'y',
)
const opening = new RegExp(`<(${name})`, 'y')
const attribute = new RegExp(`${space}+(${name})${is}(?:"([^"<]*)"|'([^'<]*)')`, 'y')
const openingEnd = new RegExp(`${space}*(/?)>`, 'y')
const closing = new RegExp(`</(${name})${space}*>`, 'y')
const reference = /&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));|&/g
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows three of them
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/
const deepest = 500

/**
 * Reads a document of elements, attributes, text, comments and CDATA, once from its beginning to its end, whatever it
 * holds. Names are plain ASCII: a prefix in other letters is a way to hide.
 */
export function* readXml(text: string): Generator<XmlEvent> {
  if (forbidden.test(text)) throw new XmlError('it holds a character that XML forbids')
  const open: string[] = []
  let hasRoot = false
  let at = take(declaration, text, 0)?.end ?? 0
  while (at < text.length) {
    const isOutside = open.length === 0
    if (text[at] !== '<') {
      const end = endOf(text, '<', at, text.length)
      const piece = text.slice(at, end)
      if (isOutside ? /[^ \t\r\n]/.test(piece) : piece.includes(']]>')) throw new XmlError('text stands where none may')
      if (!isOutside) yield { kind: 'text', text: decode(piece) }
      at = end
    } else if (text.startsWith('<!--', at)) at = skipComment(text, at)
    else if (text.startsWith('<![CDATA[', at) && !isOutside) {
      const end = endOf(text, ']]>', at)
      yield { kind: 'text', text: text.slice(at + 9, end) }
      at = end + 3
    } else if (text.startsWith('</', at)) {
      const { match, end } = take(closing, text, at) ?? broken()
      if (open.pop() !== match[1]) throw new XmlError(`</${match[1]}> ends what it did not begin`)
      yield { kind: 'close', name: match[1] ?? '' }
      at = end
    } else if (!hasRoot && text.startsWith('<!DOCTYPE', at)) {
      at = (take(doctype, text, at) ?? broken('it has a document type of its own')).end
    } else {
      if (isOutside && hasRoot) throw new XmlError('it has more than one root')
      hasRoot = true
      const tag = readTag(text, at)
      yield { kind: 'open', name: tag.name, attributes: tag.attributes }
      if (tag.isEmpty) yield { kind: 'close', name: tag.name }
      else if (open.push(tag.name) > deepest) throw new XmlError(`it nests more than ${deepest} levels deep`)
      at = tag.end
    }
  }
  if (open.length > 0 || !hasRoot) throw new XmlError('it breaks off')
}

function readTag(text: string, start: number) {
  const head = take(opening, text, start) ?? broken()
  const attributes = new Map<string, string>()
  let at = head.end
  for (let found = take(attribute, text, at); found; found = take(attribute, text, at)) {
    const [, key = '', double, single = ''] = found.match
    if (attributes.has(key)) throw new XmlError(`it has ${key} twice`)
    attributes.set(key, decode(double ?? single))
    at = found.end
  }
  const { match, end } = take(openingEnd, text, at) ?? broken()
  return { name: head.match[1] ?? '', attributes, isEmpty: match[1] === '/', end }
}

/** Readers of HTML end a comment earlier than readers of XML, if it begins so. */
function skipComment(text: string, at: number): number {
  const end = endOf(text, '--', at + 4)
  if (text[end + 2] !== '>' || /^-?>/.test(text.slice(at + 4, at + 6))) throw new XmlError('a comment has no clear end')
  return end + 3
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (_, hex?: string, decimal?: string, word?: string) => {
    if (word !== undefined) return named[word] ?? ''
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const character = code > 0 && code < 0x110000 ? String.fromCodePoint(code) : '\uFFFF'
    if (!character.isWellFormed() || forbidden.test(character)) throw new XmlError('it refers to what it does not have')
    return character
  })
}

function take(pattern: RegExp, text: string, at: number): { match: RegExpExecArray; end: number } | undefined {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  return match ? { match, end: pattern.lastIndex } : undefined
}

function endOf(text: string, mark: string, from: number, otherwise?: number): number {
  const end = text.indexOf(mark, from)
  if (end >= 0) return end
  if (otherwise === undefined) throw new XmlError('it breaks off')
  return otherwise
}

function broken(reason = 'it is not well formed'): never {
  throw new XmlError(reason)
}
