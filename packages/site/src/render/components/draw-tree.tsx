import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode, PropValue, TreeNode } from '../../model/page-tree.ts'
import type { Drawing } from '../html/component.ts'
import type { DrawContext } from '../html/draw-context.ts'
import { drawHtml } from '../html/draw-html.ts'
import { escapeText } from '../html/escape-html.ts'
import { nodesOf } from '../html/read-props.ts'
import { drawViews } from './blocks/view.tsx'
import { components } from './components.ts'

/** The HTML of a page's tree. Plain elements go straight to text; components are JSX around drawn children. */
export function drawTree(children: readonly TreeNode[], context: DrawContext): string {
  const drawing: Drawing = {
    context,
    text: (nodes) => drawNodes(nodes, drawing),
    children: (nodes) => raw(drawNodes(nodes, drawing)),
    value: (prop) => drawValue(prop, drawing),
  }
  return drawNodes(children, drawing)
}

function drawNodes(nodes: readonly TreeNode[], drawing: Drawing): string {
  let html = ''
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as TreeNode
    if (node.kind === 'text') html += escapeText(node.value)
    else if (node.name === 'View') {
      const group = drawViews(nodes, index, drawing)
      html += group.html
      index = group.last
    } else html += drawElement(node, drawing)
  }
  return html
}

function drawElement(node: ElementNode, drawing: Drawing): string {
  const first = node.name.charCodeAt(0)
  if (first >= 97) return drawHtml(node, drawing)
  const component = components.get(node.name)
  // Nobody defines it: what it holds is still worth reading. The interpreter has warned.
  if (!component) return drawNodes(node.children, drawing)
  return component({ node, drawing }).toString() as string
}

function drawValue(prop: PropValue, drawing: Drawing): HtmlEscapedString {
  const nodes = nodesOf(prop)
  if (nodes) return raw(drawNodes(nodes, drawing))
  if (Array.isArray(prop)) return raw(prop.map((inner) => drawValue(inner, drawing)).join(''))
  return raw(typeof prop === 'string' || typeof prop === 'number' ? escapeText(String(prop)) : '')
}
