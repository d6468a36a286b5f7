import { raw } from 'hono/html'
import type { ElementNode, PropValue } from '../../model/page-tree.ts'
import { nodesOf } from '../../page/text-of.ts'
import type { Renderer } from './component.ts'
import { readText } from './read-props.ts'

const picture = /[/.]/

/** An `icon` prop: a name in an icon set, the address of a picture, or JSX. Empty if there is none. */
export function renderIcon(node: ElementNode, renderer: Renderer, value: PropValue = node.props.icon) {
  if (nodesOf(value)) return renderer.value(value)
  if (typeof value !== 'string' || value === '') return raw('')
  if (picture.test(value)) return renderPicture(value, node, renderer)
  return raw(renderer.context.icon(value, iconOptions(node)) ?? warnUnknown(value, node, renderer))
}

function iconOptions(node: ElementNode) {
  const library = readText(node, 'iconLibrary') ?? readText(node, 'library')
  const type = readText(node, 'iconType')
  return { ...(library !== undefined && { library }), ...(type !== undefined && { type }) }
}

function renderPicture(src: string, node: ElementNode, renderer: Renderer) {
  const asset = renderer.context.resolveAsset(src, node.at)
  return asset ? <img class="icon" src={asset.href} alt="" /> : raw('')
}

function warnUnknown(name: string, node: ElementNode, renderer: Renderer): string {
  if (node.at) {
    const message = `No icon set has "${name}". Look for its name in Lucide, Font Awesome or Tabler.`
    renderer.context.warn({ code: 'unknown_icon', message, at: node.at })
  }
  return ''
}
