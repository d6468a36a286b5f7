import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Names by which the theme's scripts find elements and values in a page. */
export interface ThemeNames {
  /** `data-` attributes. */
  attributes: string[]
  classes: string[]
  ids: string[]
  /** Properties of `document` and `window`, which an element with that name or id could shadow. */
  globals: string[]
  /** Attributes whose value selects what a click does, with the values. */
  controls: Map<string, string[]>
  /** Keys that are read from JSON. */
  jsonKeys: string[]
}

const root = resolve(import.meta.dirname, '../../..')
const folders = ['packages/site/assets/js', 'packages/cli/browser']

interface Node {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: nodes of a parsed script
  [key: string]: any
}

/** Derived from the source of the scripts, so that a new attribute or class is tried without being listed anywhere. */
export async function readThemeNames(): Promise<ThemeNames> {
  const reader = new NameReader()
  for (const folder of folders) {
    for (const name of (await readdir(join(root, folder))).filter((one) => one.endsWith('.js'))) {
      reader.read(name, await readFile(join(root, folder, name), 'utf8'))
    }
  }
  return reader.names()
}

class NameReader {
  readonly #attributes = new Set<string>()
  readonly #classes = new Set<string>()
  readonly #ids = new Set<string>()
  readonly #globals = new Set<string>()
  readonly #jsonKeys = new Set<string>()
  readonly #controls = new Map<string, string[]>()

  read(file: string, text: string): void {
    const { program } = parseSync(file, text)
    const objects = new Map<string, string[]>()
    new Visitor({
      Literal: (node) => this.#readText(node.value),
      TemplateElement: (node) => this.#readText(node.value.cooked),
      VariableDeclarator: (node) => this.#readDeclaration(node as unknown as Node, objects),
      BinaryExpression: (node) => this.#readTest(node as unknown as Node),
      CallExpression: (node) => this.#readCall(node as unknown as Node),
      Property: (node) => this.#readProperty(node as unknown as Node),
      AssignmentExpression: (node) => this.#readAssignment(node as unknown as Node),
      MemberExpression: (node) => this.#readMember(node as unknown as Node, objects),
    }).visit(program)
  }

  names(): ThemeNames {
    const list = (names: Set<string>) => [...names].sort()
    return {
      attributes: list(this.#attributes),
      classes: list(this.#classes),
      ids: list(this.#ids),
      globals: list(this.#globals),
      controls: this.#controls,
      jsonKeys: list(this.#jsonKeys),
    }
  }

  /** Any string may be a selector. */
  #readText(text: unknown): void {
    if (typeof text !== 'string') return
    for (const [name] of text.matchAll(/\bdata-[\w-]*\w/g)) this.#attributes.add(name)
    for (const [, name = ''] of text.matchAll(/\.([a-z][\w-]+)/g)) this.#classes.add(name)
    for (const [, name = ''] of text.matchAll(/#([a-z][\w-]+)/g)) this.#ids.add(name)
    if (/^bindery-\w+$/.test(text)) this.#ids.add(text)
  }

  #readDeclaration({ id, init }: Node, objects: Map<string, string[]>): void {
    if (init?.type === 'ObjectExpression') objects.set(id.name, init.properties.map(keyOf).filter(Boolean))
    if (id.type !== 'ObjectPattern') return
    const keys: string[] = id.properties.map(keyOf).filter(Boolean)
    if (isDataset(init)) for (const key of keys) this.#attributes.add(attributeOf(key))
    if (isJson(init)) for (const key of keys) this.#jsonKeys.add(key)
  }

  #readTest({ operator, left, right }: Node): void {
    if (operator === 'in' && isDataset(right)) this.#attributes.add(attributeOf(left.value))
  }

  #readCall({ callee, arguments: given }: Node): void {
    const [first] = given
    if (callee.type !== 'MemberExpression' || typeof first?.value !== 'string') return
    if (callee.property.name === 'getElementById') this.#ids.add(first.value)
    if (callee.object.property?.name === 'classList') this.#classes.add(first.value)
  }

  #readProperty(node: Node): void {
    if (keyOf(node) === 'className') this.#addClasses(node.value)
    if (keyOf(node) === 'id' && typeof node.value.value === 'string') this.#ids.add(node.value.value)
  }

  #readAssignment({ left, right }: Node): void {
    if (left.property?.name === 'className') this.#addClasses(right)
  }

  #addClasses({ value }: Node): void {
    if (typeof value === 'string') for (const name of value.split(' ')) this.#classes.add(name)
  }

  #readMember(node: Node, objects: Map<string, string[]>): void {
    const { object, property, computed } = node
    if (computed) {
      if (isDataset(property.object))
        this.#controls.set(attributeOf(property.property.name), objects.get(object.name) ?? [])
    } else if (isDataset(object)) this.#attributes.add(attributeOf(property.name))
    else if (isJson(object)) this.#jsonKeys.add(property.name)
    else if (/^(?:document|self|window)$/.test(object.name)) this.#globals.add(property.name)
  }
}

const keyOf = (property: Node): string => property.key?.name ?? property.key?.value ?? ''
const isDataset = (node: Node | undefined) => node?.type === 'MemberExpression' && node.property.name === 'dataset'
const isJson = (node: Node | undefined) => node?.type === 'CallExpression' && node.callee.object?.name === 'JSON'
const attributeOf = (key: string) => `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
