import { raw } from 'hono/html'
import type { Component, ComponentProps } from '../../html/component.ts'
import { readColor, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'

/** The icon of each kind, which a card of that kind has too. */
export const calloutIcons = {
  note: 'info',
  tip: 'lightbulb',
  info: 'info',
  warning: 'triangle-alert',
  danger: 'octagon-alert',
  check: 'circle-check',
} as const
export type CalloutKind = keyof typeof calloutIcons

export const Note = calloutOf('note')
export const Tip = calloutOf('tip')
export const Info = calloutOf('info')
export const Warning = calloutOf('warning')
export const Danger = calloutOf('danger')
export const Check = calloutOf('check')

/** The kind is in the icon and its label, never in the color alone. A note and no landmark: a page has many of one name. */
function calloutOf(kind: CalloutKind): Component {
  return ({ node, renderer }) => {
    const label = renderer.context.words[kind]
    const own = node.props.icon
      ? renderIcon(node, renderer)
      : raw(renderer.context.icon(calloutIcons[kind], { library: 'lucide' }) ?? '')
    return (
      <div class={`callout callout-${kind}`} role="note" aria-label={label}>
        <span class="callout-icon">{own}</span>
        <CalloutBody node={node} renderer={renderer} />
      </div>
    )
  }
}

export function Callout({ node, renderer }: ComponentProps) {
  const color = readColor(node.props.color)
  return (
    <div class="callout callout-note" role="note" style={color && `--hue:${color};--hue-text:${color}`}>
      {Boolean(node.props.icon) && <span class="callout-icon">{renderIcon(node, renderer)}</span>}
      <CalloutBody node={node} renderer={renderer} />
    </div>
  )
}

function CalloutBody({ node, renderer }: ComponentProps) {
  return (
    <div class="callout-body">
      {readText(node, 'title') && <p class="callout-title">{renderer.value(node.props.title)}</p>}
      {renderer.children(node.children)}
    </div>
  )
}
