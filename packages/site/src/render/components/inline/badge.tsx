import type { ComponentProps } from '../../html/component.ts'
import { readColor, readFlag, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'
import { badgeColors } from '../props/component-props.ts'

const named: ReadonlySet<string> = new Set(badgeColors)

export function Badge({ node, renderer }: ComponentProps) {
  const name = readText(node, 'color')
  const isNamed = name !== undefined && named.has(name)
  const color = isNamed ? undefined : readColor(node.props.color)
  const classes = [
    'badge',
    isNamed && `badge-${name}`,
    `badge-${sizeOf(readText(node, 'size'))}`,
    readText(node, 'shape') === 'pill' && 'badge-pill',
    readFlag(node, 'stroke') && 'badge-stroke',
    readFlag(node, 'disabled') && 'badge-disabled',
  ].filter(Boolean)
  return (
    <span class={classes.join(' ')} style={color && `--hue-text:${color}`}>
      {renderIcon(node, renderer)}
      {renderer.children(node.children)}
    </span>
  )
}

function sizeOf(size: string | undefined): string {
  return size === 'xs' || size === 'sm' || size === 'lg' ? size : 'md'
}
