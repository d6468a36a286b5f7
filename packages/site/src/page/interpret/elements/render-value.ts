import type { PropObject, PropValue, TreeNode } from '../../../model/page-tree.ts'
import { Unsupported } from '../../parse/unsupported.ts'
import type { Machine } from '../machine/machine.ts'
import { Closure, Opaque, Rendered, SnippetComponent, type Value } from '../machine/values.ts'

/** What a value looks like between tags: text, nodes, or nothing for `null` and `false`. */
export function toNodes(value: Value, machine: Machine): TreeNode[] {
  const nodes: TreeNode[] = []
  addNodes(value, machine, nodes)
  return nodes
}

function addNodes(value: Value, machine: Machine, nodes: TreeNode[]) {
  machine.budget.spend(1)
  if (value === null || value === undefined || typeof value === 'boolean') return
  if (typeof value === 'string' || typeof value === 'number') nodes.push({ kind: 'text', value: String(value) })
  else if (value instanceof Rendered) {
    machine.budget.spend(value.nodes.length)
    for (const node of value.nodes) nodes.push(node)
  } else if (Array.isArray(value)) {
    machine.budget.nested(() => {
      for (const inner of value) addNodes(inner, machine, nodes)
    })
  } else if (value instanceof Opaque) value.use()
  else if (!(value instanceof Map) || value.size > 0) {
    // `{{/* a comment */}}` is an empty object to JavaScript and a comment to whoever wrote it.
    throw new Unsupported('an object or a function cannot be drawn')
  }
}

/** What a value looks like as a prop of a component of ours: data and nodes, never a function. */
export function toProp(value: Value, machine: Machine): PropValue {
  machine.budget.spend(1)
  if (value instanceof Rendered) {
    const [only] = value.nodes
    return only && value.nodes.length === 1 ? only : { kind: 'fragment', children: value.nodes }
  }
  if (Array.isArray(value)) return machine.budget.nested(() => value.map((inner) => toProp(inner, machine)))
  if (value instanceof Map) return machine.budget.nested(() => toPropObject(value, machine))
  if (value instanceof Closure || value instanceof SnippetComponent || value instanceof Opaque) {
    throw new Unsupported('a function is given to a component that takes data')
  }
  return value
}

const nodeKinds = new Set<Value>(['text', 'element', 'fragment'])

/** Data that says it is a node (`{ kind: 'element', … }`) would be rendered unseen by the sanitizer: it loses its `kind`. */
function toPropObject(map: Map<string, Value>, machine: Machine): PropObject {
  const object: PropObject = {}
  for (const [key, value] of map) {
    const isForged = key === 'kind' && nodeKinds.has(value)
    if (!isForged && key !== '__proto__') object[key] = toProp(value, machine)
  }
  return object
}
