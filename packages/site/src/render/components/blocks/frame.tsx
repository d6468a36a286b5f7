import type { TreeNode } from '../../../model/page-tree.ts'
import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'
import { renderInline } from '../../html/render-inline.ts'

export function Frame({ node, renderer }: ComponentProps) {
  return (
    <figure class="frame">
      {readText(node, 'hint') && <p class="frame-hint">{renderInline(node.props.hint, node, renderer)}</p>}
      <div class="frame-content">{renderer.children(node.children.map(quietVideo))}</div>
      {readText(node, 'caption') && <figcaption>{renderInline(node.props.caption, node, renderer)}</figcaption>}
    </figure>
  )
}

/** A video that plays by itself plays in its place, without sound and again and again: no browser would start another. */
function quietVideo(node: TreeNode): TreeNode {
  if (node.kind === 'text') return node
  if (node.name !== 'video') return node.name === 'p' ? { ...node, children: node.children.map(quietVideo) } : node
  if (!node.props.autoplay) return node
  return { ...node, props: { playsinline: true, loop: true, muted: true, ...node.props } }
}
