import { raw } from 'hono/html'
import type { ComponentProps } from '../../html/component.ts'
import { readText } from '../../html/read-props.ts'

/** What is for agents stands in the page's Markdown twin and not in its HTML. */
export function Visibility({ node, renderer }: ComponentProps) {
  return readText(node, 'for') === 'agents' ? raw('') : renderer.children(node.children)
}
