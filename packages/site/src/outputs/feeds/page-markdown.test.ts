import { expect, test } from 'vitest'
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
  expect(pageMarkdown(source, 'Hello', 'A  page')).toBe(`# Hello

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
