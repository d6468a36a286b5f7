import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'
import type { Budget } from '../machine/limits.ts'

/**
 * Marks where the first state shows what the page put into the component, so that a browser can take it from there; what
 * is not shown yet waits at the end, hidden. No author can write these elements: the sanitizer does not know their names.
 */
export function placeSlots(nodes: TreeNode[], slots: readonly TreeNode[][], budget: Budget): TreeNode[] {
  let shown = nodes
  slots.forEach((slot, n) => {
    const wrap = (props: ElementNode['props']): TreeNode => {
      return { kind: 'element', name: 'bindery-slot', props: { n, ...props }, children: slot }
    }
    const placed = replaceRun(shown, slot, wrap({ style: 'display:contents' }), budget)
    shown = placed ?? [...shown, wrap({ hidden: true })]
  })
  return shown
}

/** Copies what leads to the run; undefined when it is not there. */
function replaceRun(nodes: TreeNode[], run: readonly TreeNode[], by: TreeNode, budget: Budget): TreeNode[] | undefined {
  // A small graph can stand for a huge tree.
  budget.spend(1 + nodes.length)
  const at = nodes.indexOf(run[0] as TreeNode)
  if (at !== -1 && run.every((node, index) => nodes[at + index] === node)) {
    return [...nodes.slice(0, at), by, ...nodes.slice(at + run.length)]
  }
  for (const [index, node] of nodes.entries()) {
    if (node.kind === 'text') continue
    const children = replaceRun(node.children, run, by, budget)
    if (children) return nodes.with(index, { ...node, children })
  }
  return undefined
}

/** Without the islands of this number and above, and without their slots: what they show stays. */
export function withoutIslands(nodes: TreeNode[], from: number, budget: Budget): TreeNode[] {
  budget.spend(1 + nodes.length)
  return nodes.flatMap((node) => {
    if (node.kind === 'text') return [node]
    if (node.name === 'bindery-island' && Number(node.props.n) >= from) {
      return withoutIslands(withoutSlots(node.children, budget), from, budget)
    }
    // The same object where nothing changes: slots are found by their nodes.
    const children = withoutIslands(node.children, from, budget)
    return [isSame(children, node.children) ? node : { ...node, children }]
  })
}

function withoutSlots(nodes: TreeNode[], budget: Budget): TreeNode[] {
  budget.spend(1 + nodes.length)
  return nodes.flatMap((node) => {
    if (node.kind === 'text' || node.name === 'bindery-island') return [node]
    if (node.name === 'bindery-slot') return node.props.hidden ? [] : node.children
    const children = withoutSlots(node.children, budget)
    return [isSame(children, node.children) ? node : { ...node, children }]
  })
}

function isSame(a: TreeNode[], b: TreeNode[]): boolean {
  return a.length === b.length && a.every((node, index) => node === b[index])
}
