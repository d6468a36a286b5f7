import type { ComponentProps } from '../../html/component.ts'

/** What the author puts beside the text; the layout moves it into the side column where there is room. */
export function Panel({ node, drawing }: ComponentProps) {
  return <aside class="panel">{drawing.children(node.children)}</aside>
}
