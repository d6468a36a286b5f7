import type { HtmlEscapedString } from 'hono/utils/html'
import type { ElementNode, PropValue, TreeNode } from '../../model/page-tree.ts'
import type { DrawContext } from './draw-context.ts'

/** What a component may use. Children come drawn and escaped, ready to stand in JSX. */
export interface Drawing {
  context: DrawContext
  /** Nodes as HTML text, for what is no JSX. */
  text(nodes: readonly TreeNode[]): string
  children(nodes: readonly TreeNode[]): HtmlEscapedString
  /** A prop that may be text or JSX. */
  value(prop: PropValue): HtmlEscapedString
}

export interface ComponentProps {
  node: ElementNode
  drawing: Drawing
}

export type Component = (props: ComponentProps) => HtmlEscapedString | Promise<HtmlEscapedString>
