import { expect, test } from 'vitest'
import { cutChunks } from './cut-chunks.ts'

const list = (count: number) => Array.from({ length: count }, (_, n) => `guides/page-${String(n).padStart(6, '0')}.mdx`)

test.each([
  [0, 0, 0, 0],
  [1, 1, 1, 1],
  [80, 4, 20, 16],
  [1_600, 5, 30, 256],
  [100_000, 500, 1_500, 256],
])('%i pages are %i to %i chunks of at most %i', (pages, fewest, most, longest) => {
  const chunks = cutChunks(list(pages))
  expect(chunks.length).toBeGreaterThanOrEqual(fewest)
  expect(chunks.length).toBeLessThanOrEqual(most)
  expect(Math.max(0, ...chunks.map(({ from, to }) => to - from))).toBeLessThanOrEqual(longest)
})

test('every page is in exactly one chunk, in order', () => {
  const covered = cutChunks(list(1_234)).flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, n) => from + n),
  )
  expect(covered).toEqual(Array.from({ length: 1_234 }, (_, n) => n))
})

test('an added page moves no cut but those beside it', () => {
  const files = list(5_000)
  const firsts = (all: string[]) => new Set(cutChunks(all).map(({ from }) => all[from]))
  const before = firsts(files)
  const after = firsts([...files.slice(0, 2_500), 'guides/page-002499a.mdx', ...files.slice(2_500)])
  expect([...after].filter((file) => !before.has(file)).length).toBeLessThanOrEqual(3)
})
