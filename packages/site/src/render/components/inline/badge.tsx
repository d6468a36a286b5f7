import type { ComponentProps } from '../../html/component.ts'
import { readColor, readFlag, readText } from '../../html/read-props.ts'
import { renderIcon } from '../../html/render-icon.tsx'

/** The colors that have a hue of their own in the theme; any other is set as it was written. */
const named = new Set('gray blue green yellow orange red purple white surface'.split(' '))

export function Badge({ node, renderer }: ComponentProps) {
  const color = readColor(node.props.color)
  const classes = [
    'badge',
    color !== undefined && named.has(color) && `badge-${color}`,
    `badge-${sizeOf(readText(node, 'size'))}`,
    readText(node, 'shape') === 'rounded' && 'badge-rounded',
    readFlag(node, 'stroke') && 'badge-stroke',
    readFlag(node, 'disabled') && 'badge-disabled',
  ].filter(Boolean)
  const style = color !== undefined && !named.has(color) ? `--hue-text:${color}` : undefined
  return (
    <span class={classes.join(' ')} style={style}>
      {renderIcon(node, renderer)}
      {renderer.children(node.children)}
    </span>
  )
}

function sizeOf(size: string | undefined): string {
  return size === 'xs' || size === 'sm' || size === 'lg' ? size : 'md'
}
