import type { ElementNode } from '../../../model/page-tree.ts'
import { escapeAttribute } from '../../html/html.ts'
import { readText } from '../../html/read-props.ts'

const firstTag = /^<[a-z\d]+(?: [^<>]*)?>/

/**
 * Puts the author's class, style and id on the element that a component renders; what the component says itself stays.
 * The text is our own, so its first tag is well-formed.
 */
export function addOwnAttributes(html: string, node: ElementNode): string {
  const { className, style, id } = node.props
  if (className === undefined && style === undefined && id === undefined) return html
  const tag = firstTag.exec(html)?.[0]
  if (tag === undefined) return html
  const ownId = readText(node, 'id')
  const named = ownId !== undefined && !html.includes(` id="${escapeAttribute(ownId)}"`) ? ownId : undefined
  const changed = join(join(tag, 'class', readText(node, 'className'), ' '), 'style', readText(node, 'style'), ';')
  return join(changed, 'id', named, ' ') + html.slice(tag.length)
}

function join(tag: string, name: string, value: string | undefined, between: string): string {
  if (value === undefined) return tag
  const escaped = escapeAttribute(value)
  const at = tag.indexOf(` ${name}="`)
  if (at === -1) return tag.replace(/\/?>$/, (end) => ` ${name}="${escaped}"${end}`)
  const end = tag.indexOf('"', at + name.length + 3)
  return `${tag.slice(0, end)}${between}${escaped}${tag.slice(end)}`
}
