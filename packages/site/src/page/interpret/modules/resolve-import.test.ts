import { expect, test } from 'vitest'
import { resolveImport, resolveSnippet } from './resolve-import.ts'

test.each([
  ['/snippets/a.mdx', 'x/page.mdx', ['snippets/a.mdx']],
  ['./a.jsx', 'x/page.mdx', ['x/a.jsx']],
  ['../a.mdx', 'x/y/page.mdx', ['x/a.mdx']],
  ['/a', 'page.mdx', ['a', 'a.mdx', 'a.jsx', 'a.js', 'a.md']],
  ['//a//./b.mdx', 'page.mdx', ['a/b.mdx']],
  ['../a.mdx', 'page.mdx', []],
  ['/../../etc/passwd', 'page.mdx', []],
  ['/x/../../y.mdx', 'page.mdx', []],
  ['react-dom', 'page.mdx', []],
  ['https://x.org/a.mdx', 'page.mdx', []],
])('%s from %s is looked for in %j', (specifier, from, expected) => {
  expect(resolveImport(specifier, from)).toEqual(expected)
})

test('a snippet is looked for in both snippet folders, then from the root', () => {
  expect(resolveSnippet('a/b.mdx', 'x/page.mdx')).toEqual(['snippets/a/b.mdx', '_snippets/a/b.mdx', 'a/b.mdx'])
  expect(resolveSnippet('../../b.mdx', 'x/page.mdx')).toEqual([])
})
