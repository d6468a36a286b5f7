import type { ComponentProps } from '../../html/component.ts'
import { readColor, readNumber, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'

export function Icon({ node, renderer }: ComponentProps) {
  const size = readNumber(node, 'size')
  const color = readColor(node.props.color)
  const styles = [size && `font-size:${size}px`, color && `color:${color}`, readText(node, 'style')].filter(Boolean)
  const icon = renderIcon(node, renderer, node.props.icon ?? node.props.name ?? node.props.src)
  return (
    <span class={`icon-box ${readText(node, 'className') ?? ''}`.trim()} style={styles.join(';') || undefined}>
      {icon}
    </span>
  )
}
