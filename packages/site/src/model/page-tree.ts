/**
 * The resolved tree of a page: what is left when every expression, import and author's component has been
 * interpreted. It holds data only. The interpreter makes it, the components render it.
 */
export type TreeNode = TextNode | ElementNode

export interface TextNode {
  kind: 'text'
  value: string
}

/**
 * `name` is a lower-case HTML element (`p`, `h2`, `a`, `table`), a component (`Card`, `Tree.File`), or one of
 * ours for what Markdown has and HTML lacks: `CodeBlock` {language, meta, code}, `Math` {tex, display}.
 */
export interface ElementNode {
  kind: 'element'
  name: string
  props: Record<string, PropValue>
  children: TreeNode[]
  at?: SourcePoint
}

export type PropValue = string | number | boolean | null | undefined | TreeNode | Fragment | PropValue[] | PropObject

/** JSX given as a prop, when it is more than one node. */
export interface Fragment {
  kind: 'fragment'
  children: TreeNode[]
}

export interface PropObject {
  [key: string]: PropValue
}

/** Where something stands in the author's files; `file` is relative to the docs folder, line and column start at 1. */
export interface SourcePoint {
  file: string
  line: number
  column: number
}

/** One finding for the report; its code says how grave it is, see `finding-kinds.ts`. */
export interface Diagnostic {
  code: string
  message: string
  at: SourcePoint
}
