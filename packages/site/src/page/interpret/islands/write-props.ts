import type { TreeNode } from '../../../model/page-tree.ts'
import { keyOf, quote } from '../../compile/compile-jsx.ts'
import type { Budget } from '../machine/limits.ts'
import { Closure, Opaque, Rendered, SnippetComponent, type Value, type ValueMap } from '../machine/values.ts'

export interface WrittenProps {
  /** An expression in which `s(n)` stands for what the page shows there. */
  text: string
  slots: TreeNode[][]
  paths: string[]
}

/** What a page gives to a component, as JavaScript that holds data only; undefined when a function is among it. */
export function writeProps(props: ValueMap, children: TreeNode[], budget: Budget): WrittenProps | undefined {
  const slots: TreeNode[][] = []
  const paths: string[] = []
  const addSlot = (nodes: TreeNode[]) => (nodes.length === 0 ? 'null' : `s(${slots.push(nodes) - 1})`)

  const write = (value: Value): string => {
    budget.spend(1)
    if (typeof value === 'string') {
      if (/^\/[^/\s]/.test(value)) paths.push(value)
      budget.allowString(value.length)
      return quote(value)
    }
    if (value instanceof Rendered) return addSlot(value.nodes)
    if (value instanceof Closure || value instanceof SnippetComponent || value instanceof Opaque) throw new Functional()
    if (Array.isArray(value)) return budget.nested(() => `[${value.map(write).join(',')}]`)
    return value instanceof Map ? budget.nested(() => writeObject(value)) : String(value)
  }
  const writeObject = (map: ValueMap) =>
    `{${[...map].map(([key, value]) => `${keyOf(key)}:${write(value)}`).join(',')}}`

  try {
    const given: ValueMap = new Map(props)
    if (children.length > 0) given.set('children', new Rendered(children))
    return { text: writeObject(given), slots, paths }
  } catch (error) {
    if (error instanceof Functional) return undefined
    throw error
  }
}

/** A function has no address in a browser. */
class Functional extends Error {}
