import type { Constraint } from './list-constraints.ts'

/** A schema as a reader needs it: references followed, parts merged, circles cut. Plain data. */
export interface Schema {
  /** What its author calls it: its title, or the name of its definition. */
  name?: string
  /** Without `null`, which is told by `nullable`. */
  types: string[]
  format?: string
  nullable?: true
  description?: string
  properties: Property[]
  items?: Schema
  /** What any further property holds. */
  others?: Schema
  /** Of which it is one (`oneOf`), or at least one (`anyOf`). */
  choices: Schema[]
  choice?: 'oneOf' | 'anyOf'
  /** The only values there are. */
  values?: unknown[]
  default?: unknown
  examples: unknown[]
  constraints: Constraint[]
  /** What the site shows beside the name of a field. */
  marks?: string[]
  readOnly?: true
  writeOnly?: true
  deprecated?: true
  /** Why nothing more is said: it holds itself, it is too deep for a page, or nobody knows it. */
  cut?: 'recursion' | 'depth' | 'unknown'
}

export interface Property {
  name: string
  schema: Schema
  required: boolean
}

/** `string`, `string<date-time>`, `object[]`, `string | integer`, each with `| null` where it may be. */
export function typeOf(schema: Schema): string {
  const type = typeWithoutNull(schema)
  return schema.nullable && type !== 'any' ? `${type} | null` : type
}

// A longer list of types says less than that there is a choice.
const typesShown = 3

function typeWithoutNull({ types, format, items, others, choices, cut, name }: Schema): string {
  if (cut === 'unknown') return 'unknown'
  if (choices.length > 0) return typeOfChoices(choices)
  const [only = 'any'] = types
  if (types.length > 1) return types.join(' | ')
  if (only === 'array') return items ? arrayOf(typeOf(items)) : 'array'
  if (only === 'object' && others && !cut) return `map of ${typeOf(others)}`
  if (cut && name !== undefined && only === 'object') return name
  return format === undefined ? only : `${only}<${format}>`
}

function typeOfChoices(choices: Schema[]): string {
  const names = [...new Set(choices.map(typeOf))]
  return names.length > typesShown ? `one of ${choices.length}` : names.join(' | ')
}

function arrayOf(type: string): string {
  return /[ |]/.test(type) ? `(${type})[]` : `${type}[]`
}

/** The items of a list, or of a list of lists, hold the fields. */
export function innermost(schema: Schema): Schema {
  let target = schema
  while (target.types[0] === 'array' && target.items && target.properties.length === 0) target = target.items
  return target
}
