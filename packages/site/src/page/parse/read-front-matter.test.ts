import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseFrontMatter, readFrontMatter, splitFrontMatter } from './read-front-matter.ts'

test.each([
  ['---\ntitle: A b\nhidden: true\n---\nbody', { title: 'A b', hidden: true }],
  ['---yaml\ntitle: "A: b"\n---', { title: 'A: b' }],
  ['\ufeff---\r\ntitle: a\r\n---\r\nbody', { title: 'a' }],
  ['---\ntags:\n  - a\n  - b\nn: 2\n---', { tags: ['a', 'b'], n: 2 }],
  ['---\n---', {}],
  ['no front matter', {}],
  ['---\nnever closed', {}],
  ['----\na: b\n----', {}],
])('%j is read', (source, expected) => {
  expect(readFrontMatter(source, 'page.mdx')).toEqual(expected)
})

test.each([
  'a: plain text',
  'a: "quoted: # text"',
  "a: 'single'",
  'a: true\nb: False\nc: null\nd: yes\ne: Off',
  'a: ["x", "y z",  "w"]',
  'a: ["tab\tinside"]',
  'a: text # comment',
  'a: text: more',
  'a: über\nb: /path/to\nc: 日本',
  'a: "esc\\n"',
  "a: 'it''s'",
  'a:\n  b: c',
  'a: >\n  folded\n  text',
  'a: 1\nb: 1.5\nc: 0x10\nd: 2026-11-15',
  'a: text\n  continued',
  'a:   spaces   ',
  'a: &x y\nb: *x',
  'a: x\na: y',
  'a',
])('the quick reading of %j says what YAML says', (block) => {
  expect(attempt(() => parseFrontMatter(block, 'page.mdx'))).toEqual(
    attempt(() => asObject(parse(block, { schema: 'core' }))),
  )
})

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return 'refused'
  }
}

function asObject(value: unknown): unknown {
  if (typeof value !== 'object') throw new TypeError('not a list of keys')
  return value
}

test('the body keeps its line numbers', () => {
  expect(splitFrontMatter('---\na: b\nc: d\n---\nbody', 'page.mdx').body.split('\n').indexOf('body')).toBe(4)
})

test('a mistake names its line in the file', () => {
  const read = () => readFrontMatter('---\na: b\nc: d: e\n---\n', 'page.mdx')
  expect(read).toThrow(expect.objectContaining({ name: 'PageError', file: 'page.mdx', line: 3 }))
})

test('a long line of spaces takes no time', () => {
  const started = performance.now()
  readFrontMatter(`---\na: x${' '.repeat(7_000)}y${' '.repeat(2_000)}#\n---\n`, 'page.mdx')
  expect(performance.now() - started).toBeLessThan(1_000)
})
