import { textOf } from '../../../page/text-of.ts'
import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'
import { reportOptions } from '../props/report-props.ts'
import { readDiagram } from './read-diagram.ts'

/**
 * The diagram's text stands on the page for readers without script, and for programs; where it can be rendered, a script
 * puts the drawing before it and folds it away. Only links that were resolved here lead anywhere from the drawing.
 */
export function Mermaid({ node, renderer: { context }, others = [] }: ComponentProps & { others?: string[] }) {
  reportOptions(others, node, context)
  const source = readText(node, 'code') ?? readText(node, 'chart') ?? textOf(node.children).trim()
  const { undrawn, links, steps } = readDiagram(source)
  const text = (
    <details class="diagram-text" open>
      <summary>{context.words.diagramAsText}</summary>
      <pre>
        <code>{source}</code>
      </pre>
    </details>
  )
  if (undrawn !== undefined) {
    if (node.at) context.warn({ code: 'undrawn_diagram', message: undrawn, at: node.at })
    return <figure class="diagram">{text}</figure>
  }
  context.need('mermaid')
  const resolved = links.map((link) => [link, context.resolveLink(link, node.at)])
  return (
    <figure
      class="diagram"
      data-bindery-diagram={context.words.diagram}
      style={steps === undefined ? undefined : `--steps:${steps}`}
      data-bindery-links={resolved.length > 0 ? JSON.stringify(resolved) : undefined}
    >
      {text}
    </figure>
  )
}
