import type { ElementNode, PropValue, TreeNode } from '../../model/page-tree.ts'
import { nodesOf } from '../../page/text-of.ts'

// Far above what a page of any real site has; what is longer or more is left without a rule.
const longestName = 200
const mostNames = 2000

/** Names of classes that the author gave to elements and components, each once. Those of our own markup are not in the tree. */
export function collectClasses(nodes: readonly TreeNode[]): string[] {
  const names = new Set<string>()
  addClasses(nodes, names)
  return [...names]
}

function addClasses(nodes: readonly TreeNode[], names: Set<string>): void {
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    addNames(node.props.class ?? node.props.className, names)
    if (isComponent(node)) for (const key in node.props) addOfProp(node.props[key], names)
    addClasses(node.children, names)
  }
}

function isComponent({ name }: ElementNode): boolean {
  return name.charCodeAt(0) < 97
}

/** A prop may hold elements, alone or in a list. */
function addOfProp(value: PropValue, names: Set<string>): void {
  if (Array.isArray(value)) for (const inner of value) addOfProp(inner, names)
  else addClasses(nodesOf(value) ?? [], names)
}

function addNames(value: PropValue, names: Set<string>): void {
  if (typeof value !== 'string') return
  for (const name of value.split(/\s+/)) {
    if (name !== '' && name.length <= longestName && names.size < mostNames) names.add(name)
  }
}
