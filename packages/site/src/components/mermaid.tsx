import type { ComponentProps } from './component.ts'
import { readText, textOf } from './read-props.ts'

/** The diagram's source stands on the page for those without script; the vendored script draws over it. */
export function Mermaid({ node, drawing }: ComponentProps) {
  const source = readText(node, 'code') ?? readText(node, 'chart') ?? textOf(node.children).trim()
  drawing.context.need('mermaid')
  return (
    <figure class="mermaid" data-mermaid="">
      <pre>
        <code>{source}</code>
      </pre>
    </figure>
  )
}
