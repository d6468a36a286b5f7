import { expect, test } from 'vitest'
import { isSafeFilePath } from './is-safe-file-path.ts'

test.each([
  'docs.json',
  'a/b/c.mdx',
  '.gitignore',
  '.github/x.md',
  'git/a',
  'a b/ü.md',
  '日本語.md',
  '.gitmodules',
  'a..b/c',
  'x:y',
])('%j is a path of the source', (path) => {
  expect(isSafeFilePath(path)).toBe(true)
})

test.each([
  '',
  '/a',
  'a/',
  'a//b',
  '.',
  'a/./b',
  '..',
  '../a',
  'a/../../b',
  'a\\b',
  'a\0b',
  'a\nb',
  'a\x1b[31m',
  'a\x9bb',
  'a\ufffdb',
  '.git',
  '.git/hooks/post-checkout',
  'a/.GIT/config',
  '.git.',
  '.git ',
  '.git . .',
  'git~1',
  'GIT~1/config',
  '.git::$INDEX_ALLOCATION/config',
  '.g\u200cit/config',
  '.git\u200d/config',
  '\ufeff.git/config',
  'a'.repeat(256),
  `${'a/'.repeat(600)}a`,
])('%j is not', (path) => {
  expect(isSafeFilePath(path)).toBe(false)
})
