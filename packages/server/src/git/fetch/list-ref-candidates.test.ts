import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listRefCandidates } from './list-ref-candidates.ts'

const legal = [
  'main',
  'feature/a-b',
  'v1.2.3',
  'release-2026.11',
  'a@b',
  'ünïcode',
  'a/b/c',
  '@a',
  'x{y}',
  'main.locks',
]
const illegal = [
  '-',
  '-main',
  '--upload-pack=x',
  'a..b',
  'a b',
  'a~1',
  'a^',
  'a^{commit}',
  'main:docs.json',
  'a?b',
  'a*',
  'a[b',
  'a\\b',
  'a//b',
  '/a',
  'a/',
  'a.',
  '.a',
  'a/.b',
  'a.lock',
  'a.lock/b',
  '@{-1}',
  'a@{1}',
  'a\nb',
  'a\tb',
  'a\x7f',
  '',
]

test.each(legal)('%j may be asked for, and git agrees', (ref) => {
  expect(listRefCandidates(ref)).toEqual([`refs/heads/${ref}`, `refs/tags/${ref}`])
  expect(spawnSync('git', ['check-ref-format', `refs/heads/${ref}`]).status).toBe(0)
})

test.each(illegal)('%j is refused before git sees it', (ref) => {
  expect(() => listRefCandidates(ref)).toThrow(/not a legal name/)
  // git itself takes a leading hyphen inside a whole name; we do not.
  if (!ref.startsWith('-')) expect(spawnSync('git', ['check-ref-format', `refs/heads/${ref}`]).status).toBe(1)
})

test('"@", NUL and names past 255 characters are refused', () => {
  for (const ref of ['@', 'a\0b', 'a'.repeat(256)]) expect(() => listRefCandidates(ref)).toThrow(/not a legal name/)
})

test('a commit and a whole ref are asked for as they are', () => {
  expect(listRefCandidates('a'.repeat(40))).toEqual(['a'.repeat(40)])
  expect(listRefCandidates('refs/pull/7/head')).toEqual(['refs/pull/7/head'])
})
