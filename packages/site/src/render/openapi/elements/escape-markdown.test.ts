import { expect, test } from 'vitest'
import { escapeMarkdown } from './escape-markdown.ts'
import { createDescriber } from './render-description.ts'

test('plain tags stay, components and braces become text', () => {
  expect(escapeMarkdown('a <b>b</b><br>{x} <Card>c</Card> a < b')).toBe(
    'a <b>b</b><br/>&#123;x&#125; &lt;Card>c&lt;/Card> a &lt; b',
  )
})

test('code stays as it is', () => {
  expect(escapeMarkdown('`{a}` and <i>i</i>\n```js\n<A>{b}</A>\n```')).toBe(
    '`{a}` and <i>i</i>\n```js\n<A>{b}</A>\n```',
  )
})

test('tags that do not match leave their words', () => {
  expect(escapeMarkdown('<p>one <b>two</p>').replace(/\s+/g, ' ').trim()).toBe('one two')
})

test('no line is a module, and nothing is evaluated', () => {
  const text = 'export const x = 1\n\nimport y from "z"\n\n{1 + 1} <b>b</b> <Card title={2}>c</Card>'
  const rendered = JSON.stringify(createDescriber('a.json').text(text))
  for (const words of ['export const x = 1', 'import y from', '{1 + 1}', '<Card title={2}>']) {
    expect(rendered).toContain(words)
  }
  expect(rendered).not.toContain('"name":"Card"')
})

test('scripts and handlers never pass', () => {
  const text = '<script>alert(1)</script><b onclick="x()">b</b> [l](javascript:alert(1)) <a href="javascript:x()">a</a>'
  const rendered = JSON.stringify(createDescriber('a.json').text(text))
  expect(rendered).not.toMatch(/"name":"script"|"onclick"|"href":"javascript/)
})

test('headings of a field are only strong, and a page says no more than it may', () => {
  const describer = createDescriber('a.json')
  expect(describer.text('# Title')).toMatchObject([{ name: 'p', children: [{ name: 'strong' }] }])
  for (let count = 0; count < 60; count++) describer.text('x'.repeat(30_000))
  expect(describer.text('more')).toEqual([])
})

test('headings of an operation begin below the title and skip no level', () => {
  const depths: number[] = []
  createDescriber('a.json').article('### A\n\n##### B\n\n### C', (_, depth) => `h-${depths.push(depth)}`)
  expect(depths).toEqual([2, 3, 2])
})
