import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'
import type { ComponentProps, Renderer } from '../../html/component.ts'
import { partOf, TabSet } from './tabs.tsx'

/** A view that is met alone, as a prop or a single child. */
export function View({ node, renderer }: ComponentProps) {
  return <TabSet parts={[partOf(node, renderer)]} name="view" isSynced={true} renderer={renderer} class="views" />
}

/** Views that follow one another are one choice for the reader (a language, say), so they become one set of tabs. */
export function renderViews(
  nodes: readonly TreeNode[],
  first: number,
  renderer: Renderer,
): { html: string; last: number } {
  const views: ElementNode[] = []
  let last = first
  for (let index = first; index < nodes.length; index++) {
    const node = nodes[index] as TreeNode
    if (node.kind === 'text' && node.value.trim() === '') continue
    if (node.kind !== 'element' || node.name !== 'View') break
    views.push(node)
    last = index
  }
  const parts = views.map((view) => partOf(view, renderer))
  const set = <TabSet parts={parts} name="view" isSynced={true} renderer={renderer} class="views" />
  return { html: set.toString() as string, last }
}
