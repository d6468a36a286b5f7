import type { ComponentProps } from '../../html/component.ts'
import { drawIcon } from '../../html/draw-icon.tsx'
import { readFlag, readText } from '../../html/read-props.ts'

export function Accordion({ node, drawing }: ComponentProps) {
  const title = readText(node, 'title')
  const id = readText(node, 'id') ?? drawing.context.id(title ?? 'accordion')
  return (
    <details class="accordion" id={id} open={readFlag(node, 'defaultOpen')}>
      <summary>
        {drawIcon(node, drawing)}
        <span class="accordion-title">
          {drawing.value(node.props.title)}
          {readText(node, 'description') && <small>{drawing.value(node.props.description)}</small>}
        </span>
      </summary>
      <div class="accordion-body">{drawing.children(node.children)}</div>
    </details>
  )
}

export function AccordionGroup({ node, drawing }: ComponentProps) {
  return <div class="accordion-group">{drawing.children(node.children)}</div>
}
