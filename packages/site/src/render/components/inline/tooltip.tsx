import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'

export function Tooltip({ node, renderer }: ComponentProps) {
  const id = renderer.context.id('tip')
  const href = readText(node, 'href')
  return (
    <span class="tooltip">
      <button class="tooltip-term" type="button" aria-describedby={id}>
        {renderer.children(node.children)}
      </button>
      <span class="tooltip-body" role="tooltip" id={id}>
        {readText(node, 'headline') && <strong>{renderer.value(node.props.headline)} </strong>}
        {renderer.value(node.props.tip)}
        {href && <a href={renderer.context.resolveLink(href, node.at)}> {readText(node, 'cta') ?? href}</a>}
      </span>
    </span>
  )
}
