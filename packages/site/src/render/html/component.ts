import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode, PropValue, TreeNode } from '../../model/page-tree.ts'
import type { RenderContext } from './render-context.ts'

/** What a component may use. Children come rendered and escaped, ready to stand in JSX. */
export interface Renderer {
  context: RenderContext
  /** Nodes as HTML text, for what is no JSX. */
  text(nodes: readonly TreeNode[]): string
  children(nodes: readonly TreeNode[]): HtmlEscapedString
  /** A prop that may be text or JSX. */
  value(prop: PropValue): HtmlEscapedString
}

export interface ComponentProps {
  node: ElementNode
  renderer: Renderer
}

export type Component = (props: ComponentProps) => HtmlEscapedString | Promise<HtmlEscapedString>
