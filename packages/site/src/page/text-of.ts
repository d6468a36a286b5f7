import type { ElementNode, PropValue, TreeNode } from '../model/page-tree.ts'

export function textOf(nodes: readonly TreeNode[]): string {
  let text = ''
  for (const node of nodes) text += node.kind === 'text' ? node.value : textOfElement(node)
  return text
}

function textOfElement(node: ElementNode): string {
  if (node.name === 'CodeBlock' && typeof node.props.code === 'string') return node.props.code
  return node.name === 'br' ? '\n' : textOf(node.children)
}

export function textOfProp(value: PropValue): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOfProp).join('')
  const nodes = nodesOf(value)
  return nodes ? textOf(nodes) : ''
}

/** The nodes of a prop that holds JSX, undefined for data. */
export function nodesOf(value: PropValue): readonly TreeNode[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (value.kind === 'fragment') return value.children as TreeNode[]
  if (value.kind === 'text' || value.kind === 'element') return [value as unknown as TreeNode]
  return undefined
}
