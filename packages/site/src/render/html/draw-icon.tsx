import { raw } from 'hono/html'
import type { ElementNode, PropValue } from '../../model/page-tree.ts'
import type { Drawing } from './component.ts'
import { nodesOf, readText } from './read-props.ts'

const picture = /[/.]/

/** An `icon` prop: a name in an icon set, the address of a picture, or JSX. Empty if there is none. */
export function drawIcon(node: ElementNode, drawing: Drawing, value: PropValue = node.props.icon) {
  if (nodesOf(value)) return drawing.value(value)
  if (typeof value !== 'string' || value === '') return raw('')
  if (picture.test(value)) return drawPicture(value, node, drawing)
  return raw(drawing.context.icon(value, iconOptions(node)) ?? warnUnknown(value, node, drawing))
}

function iconOptions(node: ElementNode) {
  const library = readText(node, 'iconLibrary') ?? readText(node, 'library')
  const type = readText(node, 'iconType')
  return { ...(library !== undefined && { library }), ...(type !== undefined && { type }) }
}

function drawPicture(src: string, node: ElementNode, drawing: Drawing) {
  const asset = drawing.context.resolveAsset(src, node.at)
  return asset ? <img class="icon" src={asset.href} alt="" /> : raw('')
}

function warnUnknown(name: string, node: ElementNode, drawing: Drawing): string {
  if (node.at) {
    const message = `No icon set has "${name}". Look for its name in Lucide, Font Awesome or Tabler.`
    drawing.context.warn({ code: 'unknown_icon', severity: 'warning', message, at: node.at })
  }
  return ''
}
