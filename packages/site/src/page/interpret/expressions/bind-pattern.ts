import type { Expression, ObjectPattern, Pattern, PrivateIdentifier } from 'acorn'
import { Unsupported } from '../../parse/unsupported.ts'
import type { Machine } from '../machine/machine.ts'
import type { Scope, Value } from '../machine/values.ts'
import { toText } from './apply-operator.ts'

/** `({ title, size = 2, ...rest })`, `[first, second]`: gives each name its part of the value. */
export function bindPattern(machine: Machine, pattern: Pattern, value: Value, scope: Scope) {
  machine.budget.spend(1)
  switch (pattern.type) {
    case 'Identifier':
      return scope.set(pattern.name, value)
    case 'AssignmentPattern':
      return bindPattern(
        machine,
        pattern.left,
        value === undefined ? machine.evaluate(pattern.right, scope) : value,
        scope,
      )
    case 'ObjectPattern':
      return bindObject(machine, pattern, value, scope)
    case 'ArrayPattern': {
      if (!Array.isArray(value)) throw new Unsupported('a value that is no array is taken apart as one')
      return pattern.elements.forEach((element, index) => {
        if (element?.type === 'RestElement') bindPattern(machine, element.argument, value.slice(index), scope)
        else if (element) bindPattern(machine, element, value[index], scope)
      })
    }
    default:
      throw new Unsupported('this way of taking a value apart is not supported')
  }
}

function bindObject(machine: Machine, pattern: ObjectPattern, value: Value, scope: Scope) {
  if (!(value instanceof Map)) throw new Unsupported('a value that is no object is taken apart as one')
  const taken = new Set<string>()
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest = [...value].filter(([key]) => !taken.has(key))
      machine.budget.spend(value.size)
      bindPattern(machine, property.argument, new Map(rest), scope)
      continue
    }
    const key = keyOf(machine, property, scope)
    taken.add(key)
    bindPattern(machine, property.value, value.get(key), scope)
  }
}

interface Keyed {
  key: Expression | PrivateIdentifier
  computed: boolean
}

/** The name in `{ name: … }`, `{ 'name': … }`, `{ [name]: … }` and `object.name`. */
export function keyOf(machine: Machine, { key, computed }: Keyed, scope: Scope): string {
  if (computed) return toText(machine.evaluate(key, scope), machine.budget)
  if (key.type === 'Identifier') return key.name
  if (key.type === 'Literal') return String(key.value)
  throw new Unsupported('this kind of key is not supported')
}
