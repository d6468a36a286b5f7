import { raw } from 'hono/html'
import type { ElementNode } from '../../../model/page-tree.ts'
import type { ComponentProps } from '../../html/component.ts'
import { readFlag, readNumber, readText } from '../../html/read-props.ts'
import { renderAnchor } from '../../html/render-html.ts'
import { renderIcon } from '../../html/render-icon.tsx'

const sizes = new Set(['h2', 'h3', 'h4'])

export function Steps({ node, renderer }: ComponentProps) {
  const titleSize = readText(node, 'titleSize')
  const steps = node.children.map((child) => (titleSize && isStep(child) ? withTitleSize(child, titleSize) : child))
  return <div class="steps">{renderer.children(steps)}</div>
}

/** Its title is a heading only where the author asks for one: a step is seldom a section of the page's outline. */
export function Step({ node, renderer }: ComponentProps) {
  const title = readText(node, 'title')
  const number = readNumber(node, 'stepNumber')
  const icon = renderIcon(node, renderer)
  const id = readText(node, 'id') ?? renderer.context.id(title ?? 'step')
  const size = title && readText(node, 'titleSize')
  const heading = size && sizes.has(size) ? size : undefined
  const Title = (heading ?? 'p') as 'p'
  return (
    <div class="step" id={heading ? undefined : id} style={number === undefined ? undefined : `--step:${number}`}>
      <span class="step-mark" aria-hidden="true">
        {icon}
      </span>
      {title && (
        <Title class="step-title" id={heading && id}>
          {readFlag(node, 'noAnchor') ? '' : raw(renderAnchor(id, renderer))}
          {renderer.value(node.props.title)}
        </Title>
      )}
      <div class="step-body">{renderer.children(node.children)}</div>
    </div>
  )
}

function isStep(child: ElementNode['children'][number]): child is ElementNode {
  return child.kind === 'element' && child.name === 'Step'
}

function withTitleSize(step: ElementNode, titleSize: string): ElementNode {
  return { ...step, props: { titleSize, ...step.props } }
}
