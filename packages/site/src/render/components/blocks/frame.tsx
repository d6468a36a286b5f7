import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'
import { renderInline } from '../../html/render-inline.ts'

export function Frame({ node, renderer }: ComponentProps) {
  return (
    <figure class="frame">
      {readText(node, 'hint') && <p class="frame-hint">{renderInline(node.props.hint, node, renderer)}</p>}
      <div class="frame-content">{renderer.children(node.children)}</div>
      {readText(node, 'caption') && <figcaption>{renderInline(node.props.caption, node, renderer)}</figcaption>}
    </figure>
  )
}
