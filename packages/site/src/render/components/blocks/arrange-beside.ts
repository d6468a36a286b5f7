import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'

const beside = new Set(['Panel', 'RequestExample', 'ResponseExample'])

/**
 * What a page's author puts beside the text, gathered where the first of it stands: in the side column where there is
 * room, else in its place between the text before and after it. Pages of an API have done this themselves.
 */
export function arrangeBeside(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const first = nodes.findIndex(isBeside)
  if (first === -1) return nodes
  const side = nodes.filter(isBeside)
  const after = nodes.slice(first).filter((node) => !isBeside(node))
  return [
    box('beside', [box('beside-text', nodes.slice(0, first)), box('beside-side', side), box('beside-text', after)]),
  ]
}

function isBeside(node: TreeNode): boolean {
  return node.kind === 'element' && beside.has(node.name)
}

function box(name: string, children: TreeNode[]): ElementNode {
  return { kind: 'element', name: 'div', props: { class: name }, children }
}
