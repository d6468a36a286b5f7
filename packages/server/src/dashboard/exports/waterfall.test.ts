import { expect, test } from 'vitest'
import { placeSteps } from './waterfall.tsx'

const step = (name: string, startedAtMs: number, endedAtMs: number | null, times = 1) => ({
  name,
  times,
  startedAtMs,
  endedAtMs,
})

test('each bar stands where its step began and is as long as it took', () => {
  const bars = placeSteps([step('plan', 1_000, 3_000), step('render', 3_000, 11_000, 4)], 20_000)
  expect(bars).toEqual([
    { name: 'Plan the site', x: 0, width: 120, took: '2.0 s' },
    { name: 'Render pages (4 times)', x: 120, width: 480, took: '8.0 s' },
  ])
})

test('a step of no time is still to be seen, inside the frame, and one that nobody knows has its own name', () => {
  const [, last] = placeSteps([step('plan', 0, 60_000), step('new-step', 60_000, 60_000)], 60_000)
  expect(last).toEqual({ name: 'new-step', x: 598, width: 2, took: '0.0 s' })
})

test('a step that runs has a bar until now, and no time yet', () => {
  const [, last] = placeSteps([step('plan', 0, 1_000), step('render', 1_000, null)], 4_000)
  expect(last).toEqual({ name: 'Render pages', x: 150, width: 450, took: 'running' })
})
