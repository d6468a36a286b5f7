import type { ElementNode, PropValue, TreeNode } from '../../../model/page-tree.ts'

type Child = TreeNode | string | undefined | readonly TreeNode[]

/** A node of a page's tree, as the interpreter would make it; rendered and escaped like anything an author writes. */
export function make(name: string, props: Record<string, PropValue>, ...children: Child[]): ElementNode {
  return { kind: 'element', name, props, children: children.flatMap(toNodes) }
}

export function code(text: string): ElementNode {
  return make('code', {}, text)
}

export function codeBlock(language: string, title: string, text: string): ElementNode {
  return make('CodeBlock', { language, filename: title, code: text })
}

function toNodes(child: Child): readonly TreeNode[] {
  if (child === undefined) return []
  if (typeof child === 'string') return [{ kind: 'text', value: child }]
  return 'kind' in child ? [child] : child
}
