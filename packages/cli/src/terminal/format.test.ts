import { expect, test } from 'vitest'
import { formatDuration, formatTime } from './format.ts'
import { startProgress } from './print-progress.ts'

test.each([
  [0.2, '1 s'],
  [59.5, '1 min 0 s'],
  [200, '3 min 20 s'],
  [3_900, '1 h 5 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a time is short and still UTC', () => {
  expect(formatTime('2026-11-16T09:08:07.123Z')).toBe('2026-11-16 09:08:07Z')
})

function screen(isTTY: boolean) {
  const written: string[] = []
  return { written, stream: { isTTY, write: (text: string) => written.push(text) } as never }
}

test('a bar has the count, the rate of what was seen and the time left', async () => {
  const { written, stream } = screen(true)
  const progress = startProgress(stream)
  progress.update({ done: 500, total: 1000 })
  const startedAt = performance.now()
  while (performance.now() - startedAt < 150) await new Promise(setImmediate)
  progress.update({ done: 501, total: 1000 })
  progress.update({ done: 1000, total: 1000 })
  progress.end()
  expect(written[0]).toMatch(/^\r━{15}─{15} 500\/1000 pages/)
  // One page in at least 150 ms: the 500 from before are no part of it.
  expect(written[1]).toMatch(/ 501\/1000 pages, [0-6]\.\d\/s, (?:\d+ min \d+|\d+) s left/)
  expect(written[2]).not.toContain('left')
})

test('in a pipe there is a line at each tenth, and none about bytes', () => {
  const { written, stream } = screen(false)
  const pages = startProgress(stream)
  for (let done = 0; done <= 40; done++) pages.update({ done, total: 40 })
  expect(written).toHaveLength(10)
  expect(written.at(-1)).toBe('40 of 40 pages\n')
  startProgress(stream, 'bytes').update({ done: 5, total: 10 })
  expect(written).toHaveLength(10)
})
