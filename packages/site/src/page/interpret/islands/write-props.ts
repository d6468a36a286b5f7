import type { TreeNode } from '../../../model/page-tree.ts'
import { keyOf, quote } from '../../compile/compile-jsx.ts'
import type { Place } from '../../compile/link-modules.ts'
import type { Budget } from '../machine/limits.ts'
import { Closure, Opaque, Rendered, SnippetComponent, type Value, type ValueMap } from '../machine/values.ts'

export interface WrittenProps {
  /** An expression in which `s(n)` stands for what the page shows there. */
  text: string
  slots: TreeNode[][]
  /** Where the functions stand that `r[n]` means. */
  references: Place[]
  paths: string[]
}

/**
 * What a page gives to a component, as JavaScript that holds data and names of the author's own; undefined when a function
 * is among it that `findPlace` does not find at the top of a file.
 */
export function writeProps(
  props: ValueMap,
  children: TreeNode[],
  budget: Budget,
  findPlace: (closure: Closure) => Place | undefined,
): WrittenProps | undefined {
  const slots: TreeNode[][] = []
  const references: Place[] = []
  const paths: string[] = []
  const addSlot = (nodes: TreeNode[]) => (nodes.length === 0 ? 'null' : `s(${slots.push(nodes) - 1})`)

  const addReference = (place: Place | undefined) => {
    if (!place) throw new Functional()
    return `r[${references.push(place) - 1}]`
  }

  const write = (value: Value): string => {
    budget.spend(1)
    if (typeof value === 'string') {
      if (/^\/[^/\s]/.test(value)) paths.push(value)
      budget.allowString(value.length)
      return quote(value)
    }
    if (value instanceof Rendered) return addSlot(value.nodes)
    if (value instanceof Closure) return addReference(findPlace(value))
    if (value instanceof SnippetComponent || value instanceof Opaque) throw new Functional()
    if (Array.isArray(value)) return budget.nested(() => `[${value.map(write).join(',')}]`)
    return value instanceof Map ? budget.nested(() => writeObject(value)) : String(value)
  }
  const writeObject = (map: ValueMap) =>
    `{${[...map].map(([key, value]) => `${keyOf(key)}:${write(value)}`).join(',')}}`

  try {
    const given: ValueMap = new Map(props)
    if (children.length > 0) given.set('children', new Rendered(children))
    return { text: writeObject(given), slots, references, paths }
  } catch (error) {
    if (error instanceof Functional) return undefined
    throw error
  }
}

/** A function has no address in a browser. */
class Functional extends Error {}
