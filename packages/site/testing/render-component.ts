import type { Diagnostic, ElementNode, PropValue, TreeNode } from '../src/model/page-tree.ts'
import { englishWords } from '../src/model/words/words.ts'
import { createIds } from '../src/page/ids/create-ids.ts'
import { renderTree } from '../src/render/components/render-tree.tsx'
import { createHighlighter } from '../src/render/highlight/create-highlighter.ts'
import { createPageIcons } from '../src/render/html/create-page-icons.ts'
import type { NotedUpdate, RenderContext } from '../src/render/html/render-context.ts'

/** For tests: an element as the interpreter would make it. */
export function element(name: string, props: Record<string, PropValue> = {}, ...children: (string | TreeNode)[]) {
  const nodes = children.map((child): TreeNode => (typeof child === 'string' ? { kind: 'text', value: child } : child))
  return { kind: 'element', name, props, children: nodes, at: { file: 'page.mdx', line: 1, column: 1 } } as ElementNode
}

const highlighter = await createHighlighter()

/**
 * For tests: renders with the real highlighter and icons; links get a mark, files named "missing" are not there, those
 * named "linked" stay where they are.
 */
export function render(...nodes: TreeNode[]) {
  const warnings: Diagnostic[] = []
  const updates: NotedUpdate[] = []
  const needs: string[] = []
  const context: RenderContext = {
    resolveLink: (href) => `to:${href}`,
    resolveAsset: (src) =>
      src.includes('missing') ? undefined : { href: src.includes('linked') ? src : `file:${src}`, width: 8, height: 6 },
    framesOnClick: true,
    highlight: (code, language) => highlighter.highlight(code, language),
    icon: createPageIcons('lucide'),
    warn: (warning) => warnings.push(warning),
    words: englishWords,
    id: createIds([]),
    need: (part) => needs.push(part),
    noteUpdate: (update) => updates.push(update),
  }
  return { html: renderTree(nodes, context), warnings, needs, updates }
}
