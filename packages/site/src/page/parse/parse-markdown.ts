import { reasonOf } from '@bindery/bundle'
import { type Features, markdownToMdast, mdxToMdast } from 'satteri'
import { PageError } from './page-error.ts'

/** A node of the Markdown tree, as loosely as a walk over it needs; which fields are there follows from `type`. */
export interface MarkdownNode {
  type: string
  children?: MarkdownNode[]
  value?: string
  position?: { start: { line: number; column: number; offset?: number }; end?: { offset?: number } }
  name?: string | null
  attributes?: MarkdownAttribute[]
  depth?: number
  url?: string
  title?: string | null
  alt?: string | null
  lang?: string | null
  meta?: string | null
  identifier?: string
  label?: string | null
  ordered?: boolean
  start?: number | null
  spread?: boolean
  checked?: boolean | null
  align?: (string | null)[]
  data?: { hProperties?: { id?: unknown } }
}

export interface MarkdownAttribute {
  type: string
  name?: string
  value?: string | { value: string } | null
}

/** A text that passed every check, with its tree, which nobody changes. */
export interface ParsedText {
  text: string
  root: MarkdownNode
}

export type Format = 'mdx' | 'md'

const features: Features = {
  gfm: true,
  frontmatter: false,
  headingAttributes: true,
  math: { singleDollarTextMath: false },
}
const withSingleDollars: Features = { ...features, math: true }
/** `$x_1 + x_2$`: closed on its line, not glued to a word, with something in it that prices and names lack. */
const plausibleFormula = /(?<![\\\w$])\$[^\s$`][^$\n`]{0,200}?[\\^_=+][^$\n`]{0,200}\$(?![\w$])/

type Parser = (source: string, options: { features: Features }) => unknown

/** Positions cost 8 % of the parse and give every finding of the report its line, so they stay on. */
export function parseMarkdown(source: string, file: string, format: Format): MarkdownNode {
  try {
    return format === 'mdx' ? parseWithMath(mdxToMdast, source) : parsePlainMarkdown(source)
  } catch (error) {
    throw toPageError(error, file)
  }
}

/**
 * `$$` is maths everywhere. A single `$` is a price or a variable on most pages and begins a formula on few, so it
 * counts only on a page that has a likely formula and on which every pair of dollars reads as one.
 */
function parseWithMath(parse: Parser, source: string): MarkdownNode {
  if (plausibleFormula.test(source)) {
    try {
      const tree = parse(source, { features: withSingleDollars }) as MarkdownNode
      if (!hasFalseFormula(tree)) return tree
    } catch {
      // Braces that a formula had hidden, or the other way round: the plain reading decides.
    }
  }
  return parse(source, { features }) as MarkdownNode
}

function hasFalseFormula(node: MarkdownNode): boolean {
  if (node.type === 'inlineMath') return node.value !== node.value?.trim()
  return node.children?.some(hasFalseFormula) ?? false
}

/**
 * A `.md` file is plain Markdown, where braces are text, unless it holds tags that MDX can read: then its
 * author means components. Tags that MDX cannot read stay raw HTML, which is left out.
 */
function parsePlainMarkdown(source: string): MarkdownNode {
  const plain = parseWithMath(markdownToMdast, source)
  if (!hasTag(plain)) return plain
  try {
    return parseWithMath(mdxToMdast, source)
  } catch {
    return plain
  }
}

function hasTag(node: MarkdownNode): boolean {
  if (node.type === 'html') return !/^\s*<!--/.test(node.value ?? '')
  return node.children?.some(hasTag) ?? false
}

const nativeError = /^(\d+):(\d+): (.*?)(?: \([\w-]+:[\w-]+\))?$/s

/** The native parser has its position only in the text of its message. */
function toPageError(error: unknown, file: string): PageError {
  const message = reasonOf(error)
  const [, line = '1', column = '1', reason = message] = nativeError.exec(message) ?? []
  return new PageError(file, Number(line), Number(column), reason)
}
