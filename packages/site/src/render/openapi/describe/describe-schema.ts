import { optional } from '../../../config/optional.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { listConstraints } from './list-constraints.ts'
import type { Property, Schema } from './schema.ts'

/** A page shows a schema as deep as it has room for: 200 fields are a long read, and a hostile one has no end. */
const mostSchemas = 200
const deepest = 8
/** Parts of one `allOf`, and members of one list or object: more are left out. */
const mostParts = 50
const mostMembers = 300
const longestName = 200

/** What a page has room for, and what may be looked at to fill it. */
export interface Room {
  schemas: number
  /** Keys and parts; a real page takes some thousand. */
  steps: number
  /** Keys of schemas whose values are shown beside the names of fields. */
  marks?: readonly string[] | undefined
}

/** Describes a schema to the deepest level at which it is still a part of a page and not a book. */
export function describeSchema(node: SpecNode, room: Room): Schema {
  for (let depth = deepest; depth > 0; depth--) {
    const walk = new Walk(depth, depth === 1 ? room.schemas : Math.min(mostSchemas, room.schemas), room)
    const schema = walk.describe(node, 1, [])
    if (walk.left < 0) continue
    room.schemas -= walk.used
    return schema
  }
  return new Walk(0, 1, room).describe(node, 1, [])
}

const blank: Schema = { types: [], properties: [], choices: [], examples: [], constraints: [] }

class Walk {
  readonly #depth: number
  readonly #room: Room
  left: number
  used = 0

  constructor(depth: number, schemas: number, room: Room) {
    this.#depth = depth
    this.left = schemas
    this.#room = room
  }

  /** `above` are the definitions that it stands in. */
  describe(node: SpecNode, depth: number, above: readonly string[]): Schema {
    this.left -= 1
    this.used += 1
    // Over its room the walk is begun again with less, so that nothing more need be said.
    if (this.left < 0 || this.#room.steps < 0) return { ...blank, cut: 'depth' }
    const parts = new Parts(node)
    this.#room.steps -= parts.cost
    const own = { ...readOwn(parts), ...readMarks(parts, this.#room.marks) }
    if (parts.isUnknown) return { ...own, cut: 'unknown' }
    if (parts.passed.some((reference) => above.includes(reference))) return { ...own, cut: 'recursion' }
    const isLeaf = !['properties', 'items', 'additionalProperties', 'oneOf', 'anyOf'].some((key) => parts.has(key))
    if (isLeaf) return own
    if (depth > this.#depth) return { ...own, cut: 'depth' }
    return this.#open(own, parts, depth, [...above, ...parts.passed])
  }

  #open(own: Schema, parts: Parts, depth: number, above: readonly string[]): Schema {
    const inner = (node: SpecNode) => this.describe(node, depth + 1, above)
    const items = parts.find('items')
    const others = parts.find('additionalProperties')
    const choice = parts.has('oneOf') ? 'oneOf' : 'anyOf'
    const written = parts.list(choice)
    const choices = written.filter((node) => node.raw('type') !== 'null')
    const opened: Schema = {
      ...own,
      properties: parts.properties().map(([name, node, required]): Property => {
        return { name: name.slice(0, longestName), schema: inner(node), required }
      }),
      ...optional('items', items && inner(items)),
      ...optional('others', others?.present && typeof others.value === 'object' ? inner(others) : undefined),
      ...(choices.length < written.length && { nullable: true }),
    }
    const [only] = choices
    if (only && choices.length === 1) return mergeOnly(opened, inner(only))
    if (choices.length === 0) return opened
    return { ...opened, choices: choices.map(inner), choice }
  }
}

/** `anyOf: [X, null]` is X that may be null; what is said of the choice goes before what is said of X. */
function mergeOnly(outer: Schema, only: Schema): Schema {
  const given = Object.entries(outer).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : true))
  return { ...only, ...Object.fromEntries(given) }
}

/** A schema and all that its `allOf` adds, as one. What stands first goes before. */
class Parts {
  readonly #nodes: SpecNode[] = []
  readonly passed: string[] = []
  cost = 0

  constructor(node: SpecNode) {
    this.#add(node)
  }

  get isUnknown(): boolean {
    return this.#nodes.some((node) => node.has('x-unknown'))
  }

  get name(): string | undefined {
    return this.#nodes[0]?.name
  }

  has(key: string): boolean {
    return this.#nodes.some((node) => node.has(key))
  }

  first(key: string): SpecNode | undefined {
    return this.#nodes.find((node) => node.has(key))
  }

  find(key: string): SpecNode | undefined {
    return this.first(key)?.at(key)
  }

  list(key: string): SpecNode[] {
    return this.first(key)?.list(key, mostMembers) ?? []
  }

  flag(key: string): boolean {
    return this.#nodes.some((node) => node.flag(key))
  }

  properties(): [string, SpecNode, required: boolean][] {
    const required = new Set(this.#nodes.flatMap((node) => node.texts('required')))
    const found = new Map<string, SpecNode>()
    for (const node of this.#nodes) {
      const properties = node.at('properties')
      for (const name of node.keys('properties')) {
        if (found.size < mostMembers && !found.has(name)) found.set(name, properties.at(name))
      }
    }
    return [...found].map(([name, node]) => [name, node, required.has(name)])
  }

  #add(node: SpecNode): void {
    if (this.#nodes.length >= mostParts || node.passed.some((reference) => this.passed.includes(reference))) return
    this.#nodes.push(node)
    this.passed.push(...node.passed)
    this.cost += 1 + node.size + node.keys('properties').length
    for (const part of node.list('allOf', mostParts)) this.#add(part)
  }
}

function readOwn(parts: Parts): Schema {
  const types = readTypes(parts)
  const values = parts.first('enum')?.raw('enum')
  const constant = parts.first('const')
  const name = parts.first('title')?.text('title') ?? parts.name
  return {
    ...blank,
    ...optional('name', name?.slice(0, longestName)),
    types: types.filter((type) => type !== 'null'),
    ...optional('format', parts.first('format')?.text('format')),
    ...((types.includes('null') || parts.flag('nullable')) && { nullable: true }),
    ...optional('description', parts.first('description')?.text('description')),
    ...(Array.isArray(values) && { values: values.filter((value) => value !== null).slice(0, mostMembers) }),
    ...(constant && { values: [constant.raw('const')] }),
    ...(parts.has('default') && { default: parts.first('default')?.raw('default') }),
    examples: readExamples(parts),
    constraints: listConstraints((key) => parts.first(key)?.raw(key)),
    ...(parts.flag('readOnly') && { readOnly: true }),
    ...(parts.flag('writeOnly') && { writeOnly: true }),
    ...(parts.flag('deprecated') && { deprecated: true }),
  }
}

function readTypes(parts: Parts): string[] {
  const written = parts.first('type')?.raw('type')
  const types = (Array.isArray(written) ? written : [written]).filter((type) => typeof type === 'string')
  if (types.length > 0) return types
  if (parts.has('properties') || parts.has('additionalProperties')) return ['object']
  if (parts.has('items')) return ['array']
  const [value] = [parts.first('enum')?.raw('enum') ?? parts.first('const')?.raw('const')].flat()
  const known = ['string', 'number', 'boolean'].find((type) => typeof value === type)
  return known ? [known] : []
}

function readExamples(parts: Parts): unknown[] {
  const several = parts.first('examples')?.raw('examples')
  if (Array.isArray(several)) return several.slice(0, 3)
  return parts.has('example') ? [parts.first('example')?.raw('example')] : []
}

const mostMarks = 20
const longestMark = 60

/** A text and a number stand for themselves, `true` for the name of its key, a list for each of its items. */
function readMarks(parts: Parts, keys: readonly string[] = []): Pick<Schema, 'marks'> {
  const marks = keys.flatMap((key) => {
    const value = parts.first(key)?.raw(key)
    if (value === true) return [key]
    const items = Array.isArray(value) ? value : [value]
    return items.filter((item) => typeof item === 'number' || (typeof item === 'string' && item.trim() !== ''))
  })
  return marks.length === 0
    ? {}
    : { marks: marks.slice(0, mostMarks).map((mark) => String(mark).slice(0, longestMark)) }
}
