/** What a schema asks of its values. Plain data, said in words by `format-constraint.ts`. */
export type Constraint =
  | { kind: 'value' | 'characters' | 'items' | 'properties'; least?: number; most?: number }
  | { kind: 'moreThan' | 'lessThan' | 'multipleOf'; number: number }
  | { kind: 'unique' }
  | { kind: 'pattern'; pattern: string }

type Range = Extract<Constraint, { least?: number }>['kind']

const longestPattern = 200

export function listConstraints(read: (key: string) => unknown): Constraint[] {
  const number = (key: string) => (typeof read(key) === 'number' ? (read(key) as number) : undefined)
  const range = (kind: Range, lower: string, upper: string): Constraint[] => {
    const least = number(lower)
    const most = number(upper)
    // Nothing is shorter than nothing.
    const stated = kind === 'value' || least !== 0 ? least : undefined
    if (stated === undefined && most === undefined) return []
    return [{ kind, ...(stated !== undefined && { least: stated }), ...(most !== undefined && { most }) }]
  }
  const limit = (kind: 'moreThan' | 'lessThan' | 'multipleOf', key: string): Constraint[] => {
    const found = number(key)
    return found === undefined ? [] : [{ kind, number: found }]
  }
  const pattern = read('pattern')
  return [
    ...range('value', 'minimum', 'maximum'),
    ...limit('moreThan', 'exclusiveMinimum'),
    ...limit('lessThan', 'exclusiveMaximum'),
    ...limit('multipleOf', 'multipleOf'),
    ...range('characters', 'minLength', 'maxLength'),
    ...range('items', 'minItems', 'maxItems'),
    ...range('properties', 'minProperties', 'maxProperties'),
    ...(read('uniqueItems') === true ? [{ kind: 'unique' } as const] : []),
    ...(typeof pattern === 'string' ? [{ kind: 'pattern', pattern: pattern.slice(0, longestPattern) } as const] : []),
  ]
}
