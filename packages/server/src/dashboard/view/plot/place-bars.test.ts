import { expect, test } from 'vitest'
import { placeBars } from './place-bars.ts'

const frame = { width: 100, height: 40 }

test('the largest value fills the height, and the others stand in proportion on the same floor', () => {
  const bars = placeBars([5, 10], frame)
  expect(bars).toEqual([
    { x: 7.5, y: 20, width: 35, height: 20 },
    { x: 57.5, y: 0, width: 35, height: 40 },
  ])
})

test('two plots with the same top can be compared', () => {
  expect(placeBars([5], { ...frame, top: 20 })[0]?.height).toBe(10)
})

test('little is still to be seen, nothing is not, and nothing leaves the frame', () => {
  expect(placeBars([0, 0], frame)).toEqual([])
  expect(placeBars([], frame)).toEqual([])
  for (const { x, y, width, height } of placeBars([1, 1e6, 3], frame)) {
    expect(height).toBeGreaterThanOrEqual(2)
    expect([x >= 0, y >= 0, x + width <= 100, y + height <= 40]).toEqual([true, true, true, true])
  }
})
