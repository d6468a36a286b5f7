import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'
import type { ComponentProps, Drawing } from '../../html/component.ts'
import { partOf, TabSet } from './tabs.tsx'

/** A view that is met alone, as a prop or a single child. */
export function View({ node, drawing }: ComponentProps) {
  return <TabSet parts={[partOf(node, drawing)]} name="view" isSynced={true} drawing={drawing} class="views" />
}

/** Views that follow one another are one choice for the reader (a language, say), so they become one set of tabs. */
export function drawViews(nodes: readonly TreeNode[], first: number, drawing: Drawing): { html: string; last: number } {
  const views: ElementNode[] = []
  let last = first
  for (let index = first; index < nodes.length; index++) {
    const node = nodes[index] as TreeNode
    if (node.kind === 'text' && node.value.trim() === '') continue
    if (node.kind !== 'element' || node.name !== 'View') break
    views.push(node)
    last = index
  }
  const parts = views.map((view) => partOf(view, drawing))
  const set = <TabSet parts={parts} name="view" isSynced={true} drawing={drawing} class="views" />
  return { html: set.toString() as string, last }
}
