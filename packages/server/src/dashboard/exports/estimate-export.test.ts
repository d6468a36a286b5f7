import { expect, test } from 'vitest'
import { estimateExport } from './estimate-export.ts'

const startedAt = new Date('2026-01-01T00:00:00Z')
const after = (seconds: number) => startedAt.getTime() + seconds * 1000

test('half of the way in a minute leaves a minute', () => {
  const half = { progress: 50, pageCount: 600, totalPages: 1_000, startedAt }
  expect(estimateExport(half, after(60))).toEqual({ pagesPerSecond: 10, secondsLeft: 60 })
})

test.each([
  ['an export that waits', { progress: 0, pageCount: 0, totalPages: null, startedAt: null }],
  ['one that is planned', { progress: 5, pageCount: 0, totalPages: 10, startedAt }],
])('of %s nothing is said', (_what, job) => {
  expect(estimateExport(job, after(10))).toEqual({ pagesPerSecond: undefined, secondsLeft: undefined })
})

test('no clock, however wrong, and no progress makes less than no time left', () => {
  for (const seconds of [-60, 0, 1, 1e6]) {
    for (const progress of [6, 90, 99.99, 100]) {
      const { secondsLeft = 0, pagesPerSecond = 0 } = estimateExport(
        { progress, pageCount: 7, totalPages: 7, startedAt },
        after(seconds),
      )
      expect(secondsLeft).toBeGreaterThanOrEqual(0)
      expect(pagesPerSecond).toBeGreaterThanOrEqual(0)
    }
  }
})
