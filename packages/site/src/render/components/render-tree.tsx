import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode, PropValue, TreeNode } from '../../model/page-tree.ts'
import { nodesOf } from '../../page/text-of.ts'
import type { Renderer } from '../html/component.ts'
import { escapeText } from '../html/html.ts'
import type { RenderContext } from '../html/render-context.ts'
import { renderHtml } from '../html/render-html.ts'
import { arrangeBeside } from './blocks/arrange-beside.ts'
import { renderUpdateFilter } from './blocks/update.tsx'
import { renderViews } from './blocks/view.tsx'
import { components } from './components.ts'
import { addOwnAttributes } from './props/add-own-attributes.ts'
import { reportProps } from './props/report-props.ts'

/** The HTML of a page's tree. Plain elements go straight to text; components are JSX around rendered children. */
export function renderTree(children: readonly TreeNode[], context: RenderContext): string {
  const renderer: Renderer = {
    context,
    text: (nodes) => renderNodes(nodes, renderer),
    children: (nodes) => raw(renderNodes(nodes, renderer)),
    value: (prop) => renderValue(prop, renderer),
  }
  return renderNodes(arrangeBeside(children), renderer)
}

function renderNodes(nodes: readonly TreeNode[], renderer: Renderer): string {
  let html = ''
  let hasUpdate = false
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as TreeNode
    if (node.kind === 'text') html += escapeText(node.value)
    else if (node.name === 'View') {
      const group = renderViews(nodes, index, renderer)
      html += group.html
      index = group.last
    } else {
      if (node.name === 'Update' && !hasUpdate) {
        hasUpdate = true
        html += renderUpdateFilter(nodes, renderer)
      }
      html += renderElement(node, renderer)
    }
  }
  return html
}

function renderElement(node: ElementNode, renderer: Renderer): string {
  const first = node.name.charCodeAt(0)
  if (first >= 97) return renderHtml(node, renderer)
  const component = components.get(node.name)
  // Nobody defines it: what it holds is still worth reading. The interpreter has warned.
  if (!component) return renderNodes(node.children, renderer)
  reportProps(node, renderer.context)
  return addOwnAttributes(component({ node, renderer }).toString() as string, node)
}

function renderValue(prop: PropValue, renderer: Renderer): HtmlEscapedString {
  const nodes = nodesOf(prop)
  if (nodes) return raw(renderNodes(nodes, renderer))
  if (Array.isArray(prop)) return raw(prop.map((inner) => renderValue(inner, renderer)).join(''))
  return raw(typeof prop === 'string' || typeof prop === 'number' ? escapeText(String(prop)) : '')
}
