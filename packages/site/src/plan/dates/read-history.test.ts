import { expect, test } from 'vitest'
import { readDays } from './read-history.ts'

const print = (...commits: [seconds: number | string, ...files: string[]][]) =>
  commits.map(([seconds, ...files]) => `\0${seconds}\0\n${files.map((file) => `${file}\0`).join('')}`).join('')

test('the first commit that names a file is the last that changed it', () => {
  const printed = print([1_763_337_600, 'docs/b.mdx'], [1_700_000_000, 'docs/a.mdx', 'docs/b.mdx'])
  expect([...readDays(printed, 'docs')]).toEqual([
    ['b.mdx', '2025-11-17'],
    ['a.mdx', '2023-11-14'],
  ])
})

test('files outside of the folder have none, nor has one whose commit bears no time that there is', () => {
  const printed = print(
    ['-1', 'docs/early.mdx'],
    ['99999999999999999', 'docs/late.mdx'],
    ['x', 'docs/none.mdx'],
    [86_400, 'docs-old/a.mdx', 'docs/\nodd.mdx', 'docs/__proto__'],
  )
  expect(Object.entries(Object.fromEntries(readDays(printed, 'docs')))).toEqual([
    ['\nodd.mdx', '1970-01-02'],
    ['__proto__', '1970-01-02'],
  ])
  expect(readDays('', '')).toEqual(new Map())
})
