interface XmlElement {
  name: string
  text: string
}

const token = /<\?xml [^<>?]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?: [\w:.-]+="[^"<]*")*)(\/?)>|[^<]+/gy
const entity = /&(?:amp|lt|gt|quot);/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows only these three of them
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/

/** For tests: every element of a document, as it ends; throws where a strict parser of XML would. */
export function readXml(xml: string): XmlElement[] {
  if (forbidden.test(xml) || !xml.isWellFormed()) throw new Error('The document holds a character that XML forbids.')
  const open: XmlElement[] = []
  const found: XmlElement[] = []
  let end = 0
  for (const { 0: all, 1: closing, 2: name, 3: attributes = '', 4: empty, index } of xml.matchAll(token)) {
    if (/&/.test(`${attributes}${name ? '' : all}`.replace(entity, ''))) throw new Error(`A bare & at ${index}.`)
    if (name === undefined && all.includes(']]>')) throw new Error(`A bare ]]> at ${index}.`)
    end = index + all.length
    const inner = open.at(-1)
    if (name === undefined) {
      if (inner) inner.text += decode(all)
    } else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> at ${index} ends what it did not begin.`)
      if (inner) found.push(inner)
    } else if (!empty) open.push({ name, text: '' })
  }
  if (end !== xml.length || open.length > 0) throw new Error(`The document breaks off at ${end} of ${xml.length}.`)
  return found
}

export function textsOf(elements: XmlElement[], name: string): string[] {
  return elements.filter((element) => element.name === name).map(({ text }) => text)
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
