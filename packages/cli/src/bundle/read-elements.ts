import { readXml } from '@bindery/site/parent'
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  type Token,
  type TokenHandler,
  Tokenizer,
  TokenizerMode,
} from 'parse5'
import { Unjudged } from './read-addresses.ts'

/** An element of HTML or XML; names are in lower case and have no prefix. */
export interface Element {
  name: string
  attributes: readonly Attribute[]
  /** The text directly inside. */
  text: string
}

interface Attribute {
  name: string
  value: string
}

export function get({ attributes }: Element, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value
}

/** The elements of a page by each way in which a browser may read it. */
export function* readHtmlElements(html: string): Generator<Element[]> {
  // With scripts a browser reads <noscript> as text, without them as elements.
  const modes = /<noscript/i.test(html) ? [true, false] : [true]
  // The parser drops elements from <select>, and so do older browsers; newer ones do not.
  const texts = /<select/i.test(html) ? [html, html.replace(/<(\/?)select/gi, '<$1x-select')] : [html]
  for (const hasScripts of modes) {
    yield readTags(html, hasScripts)
    for (const text of texts) yield readTree(text, hasScripts)
  }
}

// Chromium nests no deeper either.
const maxElementDepth = 512
// They take two seconds in all readings.
const maxElements = 500_000

/** Elements that exist once the page is parsed: what is in a template does not, except in one of a shadow root. */
function readTree(html: string, scriptingEnabled: boolean): Element[] {
  const elements: Element[] = []
  const waiting: DefaultTreeAdapterTypes.ParentNode[] = [parse(html, { scriptingEnabled, treeAdapter: limitTree() })]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    let text = ''
    for (const child of node.childNodes) {
      if ('value' in child) text += child.value
      else if ('childNodes' in child) waiting.push(child)
    }
    if (!('attrs' in node)) continue
    const element = { name: node.tagName.toLowerCase(), attributes: node.attrs.map(plainName), text }
    elements.push(element)
    if ('content' in node && isShadowRoot(element)) waiting.push(node.content)
  }
  return elements
}

function limitTree(): typeof defaultTreeAdapter {
  let depth = 0
  let count = 0
  return {
    ...defaultTreeAdapter,
    onItemPush() {
      depth += 1
      count += 1
      if (depth > maxElementDepth) throw new Unjudged(`its elements nest more than ${maxElementDepth} deep`)
      if (count > maxElements) throw new Unjudged(`it has more than ${maxElements} elements`)
    },
    onItemPop() {
      depth -= 1
    },
  }
}

/**
 * Start tags as a preload scanner sees them: it runs ahead of the parser, knows no tree, and requests what it finds in
 * comments of a drawing, and in the second of two attributes if the first is empty.
 */
function readTags(html: string, hasScripts: boolean): Element[] {
  const reader = new TagReader(hasScripts)
  new TagTokenizer({}, reader).write(html, true)
  return reader.elements
}

class TagTokenizer extends Tokenizer {
  constructor(options: object, reader: TagReader) {
    super(options, reader)
    reader.tokenizer = this
  }

  protected override _leaveAttrName(): void {
    if (this.currentToken && 'attrs' in this.currentToken) this.currentToken.attrs.push(this.currentAttr)
  }
}

const rawText: Readonly<Record<string, Tokenizer['state']>> = {
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  plaintext: TokenizerMode.PLAINTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
  xmp: TokenizerMode.RAWTEXT,
}

class TagReader implements TokenHandler {
  readonly elements: Element[] = []
  tokenizer: Tokenizer | undefined
  readonly #hasScripts: boolean
  #templates = 0
  #last: Element | undefined

  constructor(hasScripts: boolean) {
    this.#hasScripts = hasScripts
  }

  onStartTag({ tagName, attrs }: Token.TagToken): void {
    const element = { name: tagName, attributes: attrs.map(plainName), text: '' }
    const mode = tagName === 'noscript' && this.#hasScripts ? TokenizerMode.RAWTEXT : rawText[tagName]
    if (this.tokenizer && mode !== undefined) this.tokenizer.state = mode
    if (this.#templates === 0 && this.elements.push(element) > maxElements) {
      throw new Unjudged(`it has more than ${maxElements} elements`)
    }
    if (tagName === 'template' && !isShadowRoot(element)) this.#templates += 1
    this.#last = element
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === 'template' && this.#templates > 0) this.#templates -= 1
    this.#last = undefined
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#last) this.#last.text += chars
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
}

function isShadowRoot({ attributes }: Pick<Element, 'attributes'>): boolean {
  return attributes.some(({ name }) => name === 'shadowrootmode')
}

function plainName({ name, value }: Attribute): Attribute {
  // The parser takes this prefix off in drawings; a preload scanner knows it without.
  return { name: name.toLowerCase().replace(/^xlink:/, ''), value }
}

export function readXmlElements(xml: string): Element[] {
  const elements: Element[] = []
  const open: Element[] = []
  for (const event of readXml(xml)) {
    const around = open.at(-1)
    if (event.kind === 'close') open.pop()
    else if (event.kind === 'text') {
      if (around) around.text += event.text
    } else {
      const attributes = Array.from(event.attributes, ([name, value]) => ({ name: localName(name), value }))
      const element = { name: localName(event.name), attributes, text: '' }
      elements.push(element)
      open.push(element)
    }
  }
  return elements
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
