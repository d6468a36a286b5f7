import type { PropValue, TreeNode } from '../src/model/page-tree.ts'
import { type InterpretedPage, interpretPage, type PageInput } from '../src/page/interpret/interpret-page.ts'

const components = new Set(
  'Accordion Card CodeBlock Frame Icon Math Note Step Steps Tab Tabs Tree Tree.File Update'.split(' '),
)

/** Interprets a page with a handful of components and the snippets given. */
export function pageOf(
  source: string,
  files: Record<string, string> = {},
  more: Partial<PageInput> = {},
): InterpretedPage {
  const readSnippet = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined)
  return interpretPage({ file: 'page.mdx', source, readSnippet, variables: {}, components, ...more })
}

/** The tree as one line of markup, with a test's eyes: `<a href="x">text</a>`. */
export function print(nodes: readonly TreeNode[]): string {
  return nodes.map(printNode).join('')
}

export function rendered(source: string, files?: Record<string, string>, more?: Partial<PageInput>): string {
  return print(pageOf(source, files, more).children)
}

function printNode(node: TreeNode): string {
  if (node.kind === 'text') return node.value
  const props = Object.entries(node.props).map(([key, value]) => ` ${key}=${printProp(value)}`)
  return `<${node.name}${props.join('')}>${print(node.children)}</${node.name}>`
}

function printProp(value: PropValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(printProp).join(',')}]`
  if (value.kind === 'fragment') return `{${print((value as { children: TreeNode[] }).children)}}`
  if (value.kind === 'text' || value.kind === 'element') return `{${printNode(value as TreeNode)}}`
  return JSON.stringify(value)
}
