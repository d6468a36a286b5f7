import { expect, test } from 'vitest'
import { pageOf } from '../../../testing/print-tree.ts'
import { markdownPath } from '../../model/paths.ts'
import { pageMarkdown } from './page-markdown.ts'

test('the title and description come first, and what only the site needs is gone', () => {
  const source = `---
title: Hello
---

import { A } from '/snippets/a.mdx'
export const b = [
  1,
]

Text with <A/>.

\`\`\`js
import x from 'y'
\`\`\`
`
  expect(pageMarkdown(source, 'hello.mdx', 'Hello', 'A  page')).toBe(`# Hello

> A page

Text with <A/>.

\`\`\`js
import x from 'y'
\`\`\`
`)
})

test('it stands beside its page', () => {
  expect(markdownPath('a/b.html')).toBe('a/b.md')
})

test.each([
  ['{/* SECRET */}'],
  ['{/* SECRET\n\nSECRET */}'],
  ['- ```\n  code\n\n{/* SECRET */}'],
  ['a {1 /* SECRET */} b'],
  ['<Card title={/* SECRET */ "x"}>y</Card>'],
  ['export const a = {\n\n  b: "SECRET",\n\n}'],
  ['export const a = `\n\n# SECRET\n\n`'],
  ['a <5\n\n{/* SECRET */}'],
  ['<Card>\n\n{/* SECRET'],
  ['export const a = { b: "SECRET"\n\nSECRET'],
  ['<!-- SECRET -->'],
  ['{/* a {/* b */} SECRET */}'],
])('what %j hides is not in it, whether the text is parsed anew or was for its page', (hidden) => {
  const source = `Ünïcode 🙂 words.\n\n${hidden}\n`
  const text = pageMarkdown(source, 'a.mdx', 'A')
  expect(text).toContain('Ünïcode 🙂 words.')
  expect(text).not.toContain('SECRET')
  expect(pageMarkdown(source, 'a.mdx', 'A', undefined, pageOf(source).parsed)).toBe(text)
})
