import { raw } from 'hono/html'
import type { ElementNode, PropValue } from '../../model/page-tree.ts'
import { nodesOf } from '../../page/text-of.ts'
import type { Renderer } from './component.ts'
import { readText } from './read-props.ts'

const picture = /[/.]/
/** Authors also write a character: ★, 🚀. */
const symbol = /^\P{ASCII}{1,8}$/u

/** An `icon` prop: a name in an icon set, the address of a picture, or JSX. Empty if there is none. */
export function renderIcon(node: ElementNode, renderer: Renderer, value: PropValue = node.props.icon) {
  if (nodesOf(value)) return renderer.value(value)
  if (typeof value !== 'string' || value === '') return raw('')
  if (picture.test(value)) return renderPicture(value, node, renderer)
  if (symbol.test(value)) return <span class="icon">{value}</span>
  const onNearest = (instead: string) => reportNearest(value, instead, node, renderer)
  return raw(renderer.context.icon(value, { ...iconOptions(node), onNearest }) ?? renderNeutral(value, node, renderer))
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

function reportNearest(name: string, instead: string, { at }: ElementNode, { context }: Renderer): void {
  if (!at) return
  context.warn({ code: 'nearest_icon', message: `No free icon set has "${name}"; "${instead}" is shown for it.`, at })
}

/** Something stands where an icon was meant, so that what is beside it is not out of line. */
function renderNeutral(name: string, { at }: ElementNode, { context }: Renderer): string {
  const message = `No icon set has "${name}". Look for its name in Lucide, Font Awesome or Tabler.`
  if (at) context.warn({ code: 'unknown_icon', message, at })
  return context.icon('circle-dashed', { library: 'lucide' }) ?? ''
}
