import type { ComponentProps } from '../../html/component.ts'
import { readFlag, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'

export function Accordion({ node, renderer }: ComponentProps) {
  const title = readText(node, 'title')
  const id = readText(node, 'id') ?? renderer.context.id(title ?? 'accordion')
  return (
    <details class="accordion" id={id} open={readFlag(node, 'defaultOpen')}>
      <summary>
        {renderIcon(node, renderer)}
        <span class="accordion-title">
          {renderer.value(node.props.title)}
          {readText(node, 'description') && <small>{renderer.value(node.props.description)}</small>}
        </span>
      </summary>
      <div class="accordion-body">{renderer.children(node.children)}</div>
    </details>
  )
}

export function AccordionGroup({ node, renderer }: ComponentProps) {
  return <div class="accordion-group">{renderer.children(node.children)}</div>
}
