import type { ComponentProps } from '../../html/component.ts'
import { readNumber } from '../../html/read-props.ts'

export function Columns({ node, renderer }: ComponentProps) {
  const count = Math.min(4, Math.max(1, readNumber(node, 'cols') ?? 2))
  return (
    <div class="columns" style={`--columns:${count}`}>
      {renderer.children(node.children)}
    </div>
  )
}

export function Column({ node, renderer }: ComponentProps) {
  return <div class="column">{renderer.children(node.children)}</div>
}
