import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode, PropValue } from '../../model/page-tree.ts'
import type { Renderer } from './component.ts'
import { escapeAttribute, escapeText } from './html.ts'

const mark = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^[\]]+)\]\(([^()\s]+)\)/g
const safeTarget = /^(?:https?:|mailto:|[/#.]|[\w-]+(?:[/#.]|$))/i

/** Text props in which authors write a little Markdown: code, bold, italics and links. Nothing nests. */
export function renderInline(prop: PropValue, node: ElementNode, renderer: Renderer): HtmlEscapedString {
  if (typeof prop !== 'string') return renderer.value(prop)
  let html = ''
  let from = 0
  for (const match of prop.matchAll(mark)) {
    html += escapeText(prop.slice(from, match.index)) + renderMark(match, node, renderer)
    from = match.index + match[0].length
  }
  return raw(html + escapeText(prop.slice(from)))
}

function renderMark(
  [whole, code, bold, italic, label, target]: string[],
  node: ElementNode,
  renderer: Renderer,
): string {
  if (code !== undefined) return `<code>${escapeText(code)}</code>`
  if (bold !== undefined) return `<strong>${escapeText(bold)}</strong>`
  if (italic !== undefined) return `<em>${escapeText(italic)}</em>`
  if (label === undefined || target === undefined || !safeTarget.test(target)) return escapeText(whole ?? '')
  return `<a href="${escapeAttribute(renderer.context.resolveLink(target, node.at))}">${escapeText(label)}</a>`
}
