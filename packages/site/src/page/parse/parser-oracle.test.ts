import { readdirSync, readFileSync } from 'node:fs'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts'
import { splitFrontMatter } from './read-front-matter.ts'

const fixtures = new URL('../../../testing/pages/', import.meta.url)
const oracle = unified().use(remarkParse).use(remarkMdx).use(remarkGfm)

test.each(readdirSync(fixtures))('both parsers read %s alike', (name) => {
  const { body } = splitFrontMatter(readFileSync(new URL(name, fixtures), 'utf8'), name)
  expect(shapeOf(parseMarkdown(body, name, 'mdx'))).toEqual(shapeOf(unravel(oracle.parse(body) as MarkdownNode)))
})

/** Where they differ, on purpose or not: docs/contributing/decisions has the reasons. */
test.each([
  ['## Title {#id}', 'heading with an id', 'accepts', 'refuses'],
  ['import {a from "b"', 'import that is not JavaScript', 'accepts', 'refuses'],
  [`{${'<a>{'.repeat(40)}1${'}</a>'.repeat(40)}}`, '40 braces in tags in braces', 'refuses', 'accepts'],
])('%s (%s): ours %s, remark-mdx %s', (source, _what, ours, theirs) => {
  expect(verdict(() => parseMarkdown(source, 'page.mdx', 'mdx'))).toBe(ours)
  expect(verdict(() => oracle.parse(source))).toBe(theirs)
})

function verdict(parse: () => unknown): string {
  try {
    parse()
    return 'accepts'
  } catch {
    return 'refuses'
  }
}

const fields = [
  'value',
  'name',
  'depth',
  'url',
  'alt',
  'title',
  'lang',
  'meta',
  'ordered',
  'checked',
  'identifier',
] as const

function shapeOf(node: MarkdownNode): unknown {
  const shape: Record<string, unknown> = { type: node.type }
  for (const field of fields) if (node[field] ?? false) shape[field] = node[field]
  if (node.type === 'list' || node.type === 'listItem') shape.spread = node.spread
  if (node.ordered) shape.start = node.start
  if (node.align) shape.align = node.align
  if (node.attributes) shape.attributes = node.attributes.map(({ name, value }) => [name, attributeValue(value)])
  if (node.children) shape.children = node.children.map(shapeOf)
  return shape
}

function attributeValue(value: string | { value: string } | null | undefined) {
  return typeof value === 'object' && value !== null ? { expression: value.value } : (value ?? null)
}

/** Ours lifts tags out of a paragraph that holds nothing else; the MDX compiler does that in a later step. */
function unravel(node: MarkdownNode): MarkdownNode {
  node.children = node.children?.flatMap((child) => {
    unravel(child)
    const content = child.children?.filter(({ type, value }) => type !== 'text' || /\S/.test(value ?? '')) ?? []
    const isOnlyTags = content.length > 0 && content.every(({ type }) => type in lifted)
    if (child.type !== 'paragraph' || !isOnlyTags) return [child]
    return content.map((inner) => ({ ...inner, type: lifted[inner.type] ?? inner.type }))
  }) as MarkdownNode[]
  return node
}

const lifted: Record<string, string> = {
  mdxJsxTextElement: 'mdxJsxFlowElement',
  mdxTextExpression: 'mdxFlowExpression',
}
