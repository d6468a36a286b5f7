import { expect, test } from 'vitest'
import { planChunks } from './plan-chunks.ts'

test.each([
  [0, 0, 0],
  [1, 1, 1],
  [10, 1, 10],
  [80, 8, 10],
  [288, 8, 36],
  [1_601, 9, 200],
  [100_000, 500, 200],
])('%i pages are %i chunks of at most %i', (pages, chunks, largest) => {
  const planned = planChunks(pages)
  expect(planned).toHaveLength(chunks)
  expect(Math.max(0, ...planned.map(({ from, to }) => to - from))).toBe(largest)
})

test('every page is in exactly one chunk, in order', () => {
  const covered = planChunks(1_234).flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n))
  expect(covered).toEqual(Array.from({ length: 1_234 }, (_, n) => n))
})
