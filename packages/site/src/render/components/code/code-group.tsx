import { raw } from 'hono/html'
import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'
import type { ComponentProps, Drawing } from '../../html/component.ts'
import { drawIcon } from '../../html/draw-icon.tsx'
import { TabSet } from '../blocks/tabs.tsx'
import { drawCodeBox, readCodeBlock } from './code-block.tsx'

/** Code in several languages or files: tabs that remember the reader's choice across the site. */
export function CodeGroup({ node, drawing }: ComponentProps) {
  return <CodeTabs nodes={node.children} drawing={drawing} />
}

export function RequestExample({ node, drawing }: ComponentProps) {
  return (
    <div class="example example-request">
      <CodeTabs nodes={node.children} drawing={drawing} />
    </div>
  )
}

export function ResponseExample({ node, drawing }: ComponentProps) {
  return (
    <div class="example example-response">
      <CodeTabs nodes={node.children} drawing={drawing} />
    </div>
  )
}

function CodeTabs({ nodes, drawing }: { nodes: readonly TreeNode[]; drawing: Drawing }) {
  const blocks = nodes.flatMap(codeBlocksIn)
  // A group may hold something else, such as an author's component that draws no code: then it is drawn as it is.
  if (blocks.length === 0) return drawing.children(nodes)
  const parts = blocks.map((node) => {
    const block = readCodeBlock(node)
    return {
      title: block.label || 'text',
      icon: block.meta.icon ? drawIcon(node, drawing, block.meta.icon) : raw(''),
      body: drawCodeBox(block, drawing, false),
    }
  })
  return <TabSet parts={parts} name="code" isSynced={true} drawing={drawing} class="code-group" />
}

/** Snippets and authors' components may wrap a block in elements of their own. */
function codeBlocksIn(node: TreeNode): ElementNode[] {
  if (node.kind === 'text') return []
  return node.name === 'CodeBlock' ? [node] : node.children.flatMap(codeBlocksIn)
}
