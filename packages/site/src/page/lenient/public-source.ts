import { guardSource } from '../parse/guard-source.ts'
import { PageError } from '../parse/page-error.ts'
import { type MarkdownNode, type ParsedText, parseMarkdown } from '../parse/parse-markdown.ts'
import { isOnlyComments, parseStatements } from '../parse/parse-script.ts'
import { findComments } from './find-comments.ts'
import { applyEdits, type Edit, type Range } from './ranges.ts'
import { readLeniently } from './read-leniently.ts'

const mayHide = /\/[*/]|<!--|^(?:import|export)\b/m
const scriptComments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*(?=\n)/g

/**
 * The text of a page as its readers may have it: without what its author hides in comments and modules. What looks like
 * a comment goes first, and then what the parser takes for one. A page of which nothing can be read has no text. Most
 * pages have no such comment, and were parsed already as they are: `known` saves a twelfth of a warm build.
 */
export function publicSource(body: string, file: string, known?: ParsedText): string {
  if (!mayHide.test(body)) return body
  try {
    const comments = findComments(body)
    const bare = applyEdits(
      body,
      comments.map((range) => [...wholeLines(body, range), '']),
    )
    const { text, root } = readLeniently({ file, text: bare, read: (text) => parse(text, file, known), onError() {} })
    return applyEdits(text, listHidden(root, text))
  } catch (error) {
    if (error instanceof PageError) return ''
    throw error
  }
}

function parse(text: string, file: string, known: ParsedText | undefined): ParsedText {
  const root = known?.text === text ? known.root : parseAnew(text, file)
  for (const { type, value = '', position } of root.children ?? []) {
    const { line = 1, column = 1 } = position?.start ?? {}
    if (type === 'mdxjsEsm') parseStatements(value, { file, line, column })
  }
  return { text, root }
}

function parseAnew(text: string, file: string): MarkdownNode {
  guardSource(text, file)
  return parseMarkdown(text, file, file.endsWith('.md') ? 'md' : 'mdx')
}

function listHidden(node: MarkdownNode, text: string): Edit[] {
  const range: Range = [node.position?.start.offset ?? 0, node.position?.end?.offset ?? 0]
  if (node.type === 'mdxjsEsm' || (node.type === 'html' && node.value?.trimStart().startsWith('<!--'))) {
    return [[...wholeLines(text, range), '']]
  }
  if (/^mdx(?:Flow|Text)Expression$/.test(node.type)) {
    if (isOnlyComments(node.value ?? '')) return [[...wholeLines(text, range), '']]
    return [[...range, text.slice(...range).replace(scriptComments, '')]]
  }
  return (node.children ?? []).flatMap((child) => listHidden(child, text))
}

/** With the end of the line, where nothing else stands on it. */
function wholeLines(text: string, [start, end]: Range): Range {
  const isAlone = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 200), start)) && text.charAt(end) === '\n'
  return [start, isAlone ? end + 1 : end]
}
