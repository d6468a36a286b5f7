import { raw } from 'hono/html'
import type { ElementNode, TreeNode } from '../../../model/page-tree.ts'
import type { ComponentProps } from '../../html/component.ts'
import { readFlag } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'
import { TabSet } from '../blocks/tabs.tsx'
import { reportProps } from '../props/report-props.ts'
import { readCodeBlock, renderCodeBox } from './code-block.tsx'

/** Code in several languages or files: tabs that remember the reader's choice across the site. */
export function CodeGroup({ node, renderer }: ComponentProps) {
  return <CodeTabs node={node} renderer={renderer} />
}

export function RequestExample({ node, renderer }: ComponentProps) {
  return (
    <div class="example example-request">
      <CodeTabs node={node} renderer={renderer} />
    </div>
  )
}

export function ResponseExample({ node, renderer }: ComponentProps) {
  return (
    <div class="example example-response">
      <CodeTabs node={node} renderer={renderer} />
    </div>
  )
}

function CodeTabs({ node: group, renderer }: ComponentProps) {
  const blocks = group.children.flatMap(codeBlocksIn)
  // A group may hold something else, such as an author's component that renders no code: then it is rendered as it is.
  if (blocks.length === 0) return renderer.children(group.children)
  const parts = blocks.map((node) => {
    reportProps(node, renderer.context)
    const block = readCodeBlock(node)
    return {
      title: block.label || 'text',
      icon: block.meta.icon ? renderIcon(node, renderer, block.meta.icon) : raw(''),
      body: renderCodeBox(block, renderer, false),
    }
  })
  const menu = readFlag(group, 'dropdown')
  return <TabSet parts={parts} name="code" isSynced={true} renderer={renderer} class="code-group" menu={menu} />
}

/** Snippets and authors' components may wrap a block in elements of their own. */
function codeBlocksIn(node: TreeNode): ElementNode[] {
  if (node.kind === 'text') return []
  return node.name === 'CodeBlock' ? [node] : node.children.flatMap(codeBlocksIn)
}
