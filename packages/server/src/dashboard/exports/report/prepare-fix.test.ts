import { expect, test } from 'vitest'
import { writeInstruction } from './prepare-fix.ts'

const finding = (n: number, message = 'leads to no page.') => {
  return { code: 'broken_link', severity: 'warning', message, file: `p${n}.mdx`, line: n, column: 1 } as const
}

test('names the first hundred and says how many it leaves', () => {
  const prompt = writeInstruction(
    { domain: 'docs.example.com', commit: 'abcdef0123' },
    Array.from({ length: 130 }, (_, n) => finding(n)),
  )
  expect(prompt).toContain('Fix these 100 problems that the export of docs.example.com (commit abcdef0) reported.')
  expect(prompt).toContain('There are 30 more problems like these.')
  expect(prompt.match(/^- p\d+\.mdx:/gm)).toHaveLength(100)
})

test('fits into the form, however long the sentences are', () => {
  const long = Array.from({ length: 100 }, (_, n) => finding(n, 'x'.repeat(5_000)))
  expect(writeInstruction({ domain: 'a.example', commit: null }, long).length).toBeLessThan(32_000)
})
