import type { PropValue, SourcePoint, TreeNode } from '../../../model/page-tree.ts'
import type { MarkdownNode } from '../../parse/parse-markdown.ts'
import { makeComponent, makeHtmlElement } from '../../sanitize/sanitize-element.ts'
import type { Machine } from '../machine/machine.ts'
import type { Scope } from '../machine/values.ts'
import { renderExpression, renderTag, replaceVariables } from './render-tag.ts'

/** One Markdown file while it is rendered: the page itself, or a snippet inside it. */
export interface MarkdownFile {
  file: string
  scope: Scope
  definitions: Map<string, MarkdownNode>
  footnotes: Footnotes
  /** Headings that Markdown made; they alone get an id and a place in the table of contents. */
  headings: Set<TreeNode>
}

/** Footnotes, and their numbers in the order of their first reference. */
interface Footnotes {
  definitions: Map<string, MarkdownNode>
  numbers: Map<string, number>
}

export function renderMarkdown(
  machine: Machine,
  root: MarkdownNode,
  file: string,
  scope: Scope,
  headings: Set<TreeNode>,
) {
  const markdown: MarkdownFile = {
    file,
    scope,
    definitions: new Map(),
    footnotes: { definitions: new Map(), numbers: new Map() },
    headings,
  }
  collectDefinitions(root, markdown)
  const body = renderAll(machine, root.children, markdown)
  return markdown.footnotes.numbers.size > 0 ? [...body, renderFootnotes(machine, markdown)] : body
}

function collectDefinitions(node: MarkdownNode, markdown: MarkdownFile) {
  for (const child of node.children ?? []) {
    const identifier = child.identifier
    if (child.type === 'definition' && identifier && !markdown.definitions.has(identifier)) {
      markdown.definitions.set(identifier, child)
    } else if (child.type === 'footnoteDefinition' && identifier && !markdown.footnotes.definitions.has(identifier)) {
      markdown.footnotes.definitions.set(identifier, child)
    }
    if (child.children) collectDefinitions(child, markdown)
  }
}

function renderAll(machine: Machine, nodes: MarkdownNode[] | undefined, markdown: MarkdownFile): TreeNode[] {
  const rendered: TreeNode[] = []
  for (const node of nodes ?? []) {
    machine.budget.spend(1)
    for (const child of renderNode(machine, node, markdown)) rendered.push(child)
  }
  return rendered
}

const simpleElements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  break: 'br',
  thematicBreak: 'hr',
}

function renderNode(machine: Machine, node: MarkdownNode, markdown: MarkdownFile): TreeNode[] {
  if (node.type === 'text') return [text(replaceVariables(node.value ?? '', machine.variables))]
  return machine.budget.nested(() => {
    const simple = simpleElements[node.type]
    if (simple) return [makeHtmlElement(simple, {}, renderAll(machine, node.children, markdown))]
    return renderSpecial(machine, node, markdown)
  })
}

function renderSpecial(machine: Machine, node: MarkdownNode, markdown: MarkdownFile): TreeNode[] {
  const at = pointAt(node, markdown.file)
  switch (node.type) {
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return renderTag(machine, node, renderAll(machine, node.children, markdown), markdown.scope, at)
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return renderExpression(machine, node.value ?? '', markdown.scope, at)
    case 'heading':
      return [renderHeading(machine, node, markdown, at)]
    case 'list':
      return [renderList(machine, node, markdown)]
    case 'table':
      return [renderTable(machine, node, markdown)]
    case 'link':
    case 'linkReference':
      return [renderLink(machine, node, markdown, at)]
    case 'image':
    case 'imageReference':
      return [renderImage(machine, node, markdown, at)]
    case 'footnoteReference':
      return [renderFootnoteReference(node, markdown)]
    default:
      return renderLeaf(machine, node, at)
  }
}

function renderLeaf(machine: Machine, node: MarkdownNode, at: SourcePoint): TreeNode[] {
  const value = replaceVariables(node.value ?? '', machine.variables)
  switch (node.type) {
    case 'inlineCode':
      return [makeHtmlElement('code', {}, [text(value)])]
    case 'code': {
      const meta = replaceVariables(node.meta ?? '', machine.variables)
      return [makeComponent('CodeBlock', { language: node.lang ?? '', meta, code: value }, [], at)]
    }
    case 'math':
    case 'inlineMath':
      return [makeComponent('Math', { tex: value, display: node.type === 'math' }, [], at)]
    case 'html':
      if (!/^\s*<!--/.test(value))
        machine.report('raw_html', 'Raw HTML is left out. Rename the file to .mdx to use tags.', at)
      return []
    default:
      return []
  }
}

function renderHeading(machine: Machine, node: MarkdownNode, markdown: MarkdownFile, at: SourcePoint): TreeNode {
  const id = node.data?.hProperties?.id
  const props = typeof id === 'string' ? { id } : {}
  const heading = makeHtmlElement(`h${node.depth ?? 2}`, props, renderAll(machine, node.children, markdown), at)
  markdown.headings.add(heading)
  return heading
}

function renderList(machine: Machine, node: MarkdownNode, markdown: MarkdownFile): TreeNode {
  const items = node.children ?? []
  const isLoose = node.spread === true || items.some((item) => item.spread)
  const start = node.ordered && node.start !== 1 ? (node.start ?? undefined) : undefined
  const isTasks = items.some((item) => typeof item.checked === 'boolean')
  const props: Record<string, PropValue> = { start, class: isTasks ? 'task-list' : undefined }
  const children = items.map((item) => renderListItem(machine, item, markdown, isLoose))
  return makeHtmlElement(node.ordered ? 'ol' : 'ul', props, children)
}

function renderListItem(machine: Machine, item: MarkdownNode, markdown: MarkdownFile, isLoose: boolean): TreeNode {
  const children = (item.children ?? []).flatMap((child) =>
    child.type === 'paragraph' && !isLoose
      ? renderAll(machine, child.children, markdown)
      : renderNode(machine, child, markdown),
  )
  if (typeof item.checked !== 'boolean') return makeHtmlElement('li', {}, children)
  const box = makeHtmlElement('input', { type: 'checkbox', checked: item.checked, disabled: true }, [])
  return makeHtmlElement('li', { class: 'task-list-item' }, [box, text(' '), ...children])
}

function renderTable(machine: Machine, node: MarkdownNode, markdown: MarkdownFile): TreeNode {
  const [head, ...body] = (node.children ?? []).map((row, index) => {
    const cells = (row.children ?? []).map((cell, column) => {
      const align = node.align?.[column]
      const props = align ? { style: `text-align:${align}` } : {}
      return makeHtmlElement(index === 0 ? 'th' : 'td', props, renderAll(machine, cell.children, markdown))
    })
    return makeHtmlElement('tr', {}, cells)
  })
  const parts = [makeHtmlElement('thead', {}, head ? [head] : [])]
  if (body.length > 0) parts.push(makeHtmlElement('tbody', {}, body))
  return makeHtmlElement('table', {}, parts)
}

/** `[text](url)` and `[text][name]` alike. */
function targetOf(machine: Machine, node: MarkdownNode, markdown: MarkdownFile) {
  const source = node.url === undefined ? markdown.definitions.get(node.identifier ?? '') : node
  return { url: replaceVariables(source?.url ?? '', machine.variables), title: source?.title ?? undefined }
}

function renderLink(machine: Machine, node: MarkdownNode, markdown: MarkdownFile, at: SourcePoint): TreeNode {
  const { url, title } = targetOf(machine, node, markdown)
  const children = renderAll(machine, node.children, markdown)
  return makeHtmlElement('a', { href: url, title }, children, at, (code, message) => machine.report(code, message, at))
}

function renderImage(machine: Machine, node: MarkdownNode, markdown: MarkdownFile, at: SourcePoint): TreeNode {
  const { url, title } = targetOf(machine, node, markdown)
  const props = { src: url, alt: node.alt || undefined, title }
  return makeHtmlElement('img', props, [], at, (code, message) => machine.report(code, message, at))
}

function renderFootnoteReference(node: MarkdownNode, { footnotes }: MarkdownFile): TreeNode {
  const identifier = node.identifier ?? ''
  const number = footnotes.numbers.get(identifier) ?? footnotes.numbers.size + 1
  footnotes.numbers.set(identifier, number)
  const link = makeHtmlElement('a', { href: `#fn-${number}`, id: `fnref-${number}` }, [text(String(number))])
  return makeHtmlElement('sup', { class: 'footnote-reference' }, [link])
}

/** Drawing a note may refer to a further one, so the list is read while it grows. */
function renderFootnotes(machine: Machine, markdown: MarkdownFile): TreeNode {
  const { numbers, definitions } = markdown.footnotes
  const items: TreeNode[] = []
  for (const [identifier, number] of numbers) {
    const children = renderAll(machine, definitions.get(identifier)?.children, markdown)
    const back = makeHtmlElement('a', { href: `#fnref-${number}`, 'aria-label': 'Back to the text' }, [text('↩')])
    items.push(makeHtmlElement('li', { id: `fn-${number}` }, [...children, back]))
  }
  return makeHtmlElement('section', { class: 'footnotes' }, [makeHtmlElement('ol', {}, items)])
}

function text(value: string): TreeNode {
  return { kind: 'text', value }
}

function pointAt(node: MarkdownNode, file: string): SourcePoint {
  const start = node.position?.start
  return { file, line: start?.line ?? 1, column: start?.column ?? 1 }
}
