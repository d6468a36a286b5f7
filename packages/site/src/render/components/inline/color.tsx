import type { ElementNode } from '../../../model/page-tree.ts'
import type { ComponentProps } from '../../html/component.ts'
import { readColor, readText } from '../../html/read-props.ts'

export function Color({ node, renderer }: ComponentProps) {
  const variant = readText(node, 'variant') === 'table' ? 'colors-table' : 'colors-compact'
  return <div class={`colors ${variant}`}>{renderer.children(node.children)}</div>
}

export function ColorRow({ node, renderer }: ComponentProps) {
  return (
    <div class="color-row">
      {readText(node, 'title') && <p class="color-row-title">{renderer.value(node.props.title)}</p>}
      <div class="color-row-items">{renderer.children(node.children)}</div>
    </div>
  )
}

export function ColorItem({ node }: ComponentProps) {
  const { light, dark } = valuesOf(node)
  const style = [light && `--light:${light}`, dark && `--dark:${dark}`].filter(Boolean).join(';')
  return (
    <div class="color" style={style || undefined}>
      <span class="color-swatch" />
      <span class="color-name">{readText(node, 'name')}</span>
      <code>{light === dark ? light : `${light} / ${dark}`}</code>
    </div>
  )
}

/** A color is one value, or one for light and one for dark pages. */
function valuesOf(node: ElementNode): { light: string | undefined; dark: string | undefined } {
  const { value } = node.props
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const color = readColor(value)
    return { light: color, dark: color }
  }
  const pair = value as Record<string, string>
  const light = readColor(pair.light)
  return { light, dark: readColor(pair.dark) ?? light }
}
