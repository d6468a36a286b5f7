import type { ComponentProps } from '../../html/component.ts'
import { drawInline } from '../../html/draw-inline.ts'
import { readText } from '../../html/read-props.ts'

export function Frame({ node, drawing }: ComponentProps) {
  return (
    <figure class="frame">
      {readText(node, 'hint') && <p class="frame-hint">{drawInline(node.props.hint, node, drawing)}</p>}
      <div class="frame-content">{drawing.children(node.children)}</div>
      {readText(node, 'caption') && <figcaption>{drawInline(node.props.caption, node, drawing)}</figcaption>}
    </figure>
  )
}
