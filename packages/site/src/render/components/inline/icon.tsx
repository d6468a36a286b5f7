import type { ComponentProps } from '../../html/component.ts'
import { readColor, readNumber } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'

export function Icon({ node, renderer }: ComponentProps) {
  const size = readNumber(node, 'size')
  const color = readColor(node.props.color)
  const styles = [size && `font-size:${size}px`, color && `color:${color}`].filter(Boolean)
  const icon = renderIcon(node, renderer, node.props.icon ?? node.props.name ?? node.props.src)
  return (
    <span class="icon-box" style={styles.join(';') || undefined}>
      {icon}
    </span>
  )
}
