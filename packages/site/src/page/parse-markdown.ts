import { type Features, markdownToMdast, mdxToMdast } from 'satteri'
import { PageError } from './page-error.ts'

/** A node of the Markdown tree, as loosely as a walk over it needs; which fields are there follows from `type`. */
export interface MarkdownNode {
  type: string
  children?: MarkdownNode[]
  value?: string
  position?: { start: { line: number; column: number; offset?: number } }
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

export type Format = 'mdx' | 'md'

/** A single `$` stays a dollar: prices are more common in documentation than formulas. `$$` is maths everywhere. */
const features: Features = {
  gfm: true,
  frontmatter: false,
  headingAttributes: true,
  math: { singleDollarTextMath: false },
}

/** Positions cost 8 % of the parse and give every finding of the report its line, so they stay on. */
export function parseMarkdown(source: string, file: string, format: Format): MarkdownNode {
  try {
    if (format === 'mdx') return mdxToMdast(source, { features }) as MarkdownNode
    return parsePlainMarkdown(source)
  } catch (error) {
    throw toPageError(error, file)
  }
}

/**
 * A `.md` file is plain Markdown, where braces are text, unless it holds tags that MDX can read: then its
 * author means components. Tags that MDX cannot read stay raw HTML, which is left out.
 */
function parsePlainMarkdown(source: string): MarkdownNode {
  const plain = markdownToMdast(source, { features }) as MarkdownNode
  if (!hasTag(plain)) return plain
  try {
    return mdxToMdast(source, { features }) as MarkdownNode
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
  const message = error instanceof Error ? error.message : String(error)
  const [, line = '1', column = '1', reason = message] = nativeError.exec(message) ?? []
  return new PageError(file, Number(line), Number(column), reason)
}
