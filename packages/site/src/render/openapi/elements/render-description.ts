import type { TreeNode } from '../../../model/page-tree.ts'
import { englishWords, type Words } from '../../../model/words/words.ts'
import { interpretPage } from '../../../page/interpret/interpret-page.ts'
import { PageError } from '../../../page/parse/page-error.ts'
import { textOf } from '../../../page/text-of.ts'
import { type ApiWords, englishApiWords } from '../words/api-words.ts'
import { escapeMarkdown } from './escape-markdown.ts'
import { make } from './make-element.ts'

/** What a page may say in all, and in one place: one definition may stand on a page a thousand times. */
const longestPage = 1_000_000
const longestText = 20_000
const longestHeader = 100_000

export interface Heading {
  depth: number
  id: string
  text: string
}

/** What the fields of one page are described with: its language, and the room that is left for words. */
export interface Describer {
  words: ApiWords & Pick<Words, 'required'>
  /** Whether what fields hold is unfolded; else the first level is. */
  expanded?: 'all' | 'closed' | undefined
  /** Of a field: its headings are only strong. */
  text(markdown: string | undefined): TreeNode[]
  /** Of the operation: its headings stand in the table of contents. */
  article(markdown: string | undefined, addHeading: (text: string, depth: number) => string): TreeNode[]
}

const english = { ...englishApiWords, required: englishWords.required }

export function createDescriber(
  file: string,
  words: Describer['words'] = english,
  expanded?: Describer['expanded'],
): Describer {
  let left = longestPage

  function render(
    markdown: string | undefined,
    longest: number,
    finish: (nodes: TreeNode[]) => TreeNode[],
  ): TreeNode[] {
    const text = (markdown ?? '').trim().slice(0, Math.min(longest, Math.max(0, left)))
    left -= text.length
    if (text === '') return []
    return isPlain.test(text) && !text.includes('://') ? [make('p', {}, text)] : finish(interpret(text, file))
  }

  return {
    words,
    expanded,
    text: (markdown) => render(markdown, longestText, (nodes) => nodes.map(withoutHeadings)),
    article: (markdown, addHeading) => render(markdown, longestHeader, (nodes) => withHeadings(nodes, addHeading)),
  }
}

/** Nothing in it that Markdown would read; two in three descriptions are so. */
const isPlain = /^[^\n`*_<>[\]{}#|~$&\\!+=-][^\n`*_<>[\]{}#|~$&\\!]*$/

function interpret(text: string, file: string): TreeNode[] {
  try {
    const { children } = interpretPage({
      file,
      source: escapeMarkdown(text),
      format: 'md',
      readSnippet: () => undefined,
      variables: {},
      components: new Set(),
    })
    return children.map((node) => moveToFile(node, file))
  } catch (error) {
    if (error instanceof PageError) return [make('p', {}, text)]
    throw error
  }
}

const heading = /^h[1-6]$/

function withoutHeadings(node: TreeNode): TreeNode {
  if (node.kind === 'text') return node
  const children = node.children.map(withoutHeadings)
  return heading.test(node.name) ? make('p', {}, make('strong', {}, children)) : { ...node, children }
}

/** The first stands right below the page's title, and none skips a level, whatever their author began with. */
function withHeadings(nodes: TreeNode[], addHeading: (text: string, depth: number) => string): TreeNode[] {
  const depthOf = (node: TreeNode) => (node.kind === 'element' && heading.test(node.name) ? Number(node.name[1]) : 0)
  const highest = Math.min(...nodes.map(depthOf).filter(Boolean))
  let before = 1
  return nodes.map((node) => {
    const own = depthOf(node)
    if (node.kind === 'text' || own === 0) return node
    const depth = Math.min(own - highest + 2, before + 1, 6)
    before = depth
    return make(`h${depth}`, { id: addHeading(textOf(node.children), depth) }, node.children)
  })
}

/** Lines are counted from the start of the text, which is no place in the file: the file alone is told. */
function moveToFile(node: TreeNode, file: string): TreeNode {
  if (node.kind === 'text') return node
  const children = node.children.map((child) => moveToFile(child, file))
  return { ...node, ...(node.at && { at: { file, line: 1, column: 1 } }), children }
}
