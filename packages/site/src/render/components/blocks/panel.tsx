import type { ComponentProps } from '../../html/component.ts'

/** What the author puts beside the text; the layout moves it into the side column where there is room. */
export function Panel({ node, renderer }: ComponentProps) {
  return <aside class="panel">{renderer.children(node.children)}</aside>
}
