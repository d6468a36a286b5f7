import { allowedElements } from './allowed-names.ts'
import { checkAttribute, splitName } from './check-attribute.ts'
import { isPlainStyle } from './check-style.ts'
import { readXml, XmlError, type XmlEvent } from './read-xml.ts'

// The largest of 96 real drawings has 2.8 MB, nearly all of it pictures inside.
const largest = 10_000_000

/**
 * Why an SVG is not carried, or undefined. As an image it would run nothing, but a reader can open the file itself, and
 * then it is a document of the site's own origin. So it is read as XML, and refused whole if it has anything but the
 * elements and attributes of drawings, whatever their prefix, or an address that is not inside it.
 */
export function inspectSvg(bytes: Uint8Array): string | undefined {
  if (bytes.length > largest) return `It is larger than ${largest} bytes.`
  const text = readUtf8(bytes)
  if (text === undefined) return 'It is not written in UTF-8.'
  try {
    return inspectEvents(readXml(text))
  } catch (error) {
    if (error instanceof XmlError) return `It cannot be read: ${error.message}.`
    throw error
  }
}

function inspectEvents(events: Iterable<XmlEvent>): string | undefined {
  const open: string[] = []
  let style = ''
  for (const event of events) {
    if (event.kind === 'text') {
      if (open.at(-1) === 'style') style += event.text
    } else if (event.kind === 'close') {
      if (open.pop() === 'style' && !isPlainStyle(style)) return 'It loads something by a style.'
    } else {
      const [, local] = splitName(event.name.toLowerCase())
      if (open.length === 0 && local !== 'svg') return 'It is no drawing.'
      // A browser joins the text on both sides.
      if (open.at(-1) === 'style') return 'It has an element in a style sheet.'
      const refused = inspectElement(local, event.name, event.attributes)
      if (refused !== undefined) return refused
      open.push(local)
      style = ''
    }
  }
  return undefined
}

function inspectElement(local: string, name: string, attributes: Map<string, string>): string | undefined {
  if (!allowedElements.has(local)) return `It has the element <${name}>.`
  for (const [key, value] of attributes) {
    const refused = checkAttribute(local, key.toLowerCase(), value)
    if (refused !== undefined) return refused
  }
  return undefined
}

function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
