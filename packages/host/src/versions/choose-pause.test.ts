import { expect, test } from 'vitest'
import { createPauses } from './choose-pause.ts'

const again = (againAfterSeconds = 0) => ({ againAfterSeconds })

/** Each pause is a little longer than the one that is meant, and never shorter. */
function expectAbout(pause: number | undefined, seconds: number): void {
  expect(pause).toBeGreaterThanOrEqual(seconds)
  expect(pause).toBeLessThan(seconds * 1.2)
}

test('who does not answer is asked less and less often, and as at first when all is well again', () => {
  const pauseAfter = createPauses(60)
  for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) expectAbout(pauseAfter(again()), seconds)
  expectAbout(pauseAfter('done'), 60)
  expectAbout(pauseAfter(again()), 5)
})

test('who says when to come back is not asked before, up to an hour', () => {
  const pauseAfter = createPauses(60)
  expectAbout(pauseAfter(again(90)), 90)
  expectAbout(pauseAfter(again(1)), 10)
  expectAbout(pauseAfter(again(604_800)), 3600)
})

test('what is refused is not asked for sooner than what is well', () => {
  expectAbout(createPauses(60)('refused'), 60)
})

test('an address that is asked once is not waited for, unless it may still answer', () => {
  const pauseAfter = createPauses(undefined)
  expect([pauseAfter('done'), pauseAfter('refused')]).toEqual([undefined, undefined])
  expectAbout(pauseAfter(again()), 5)
})

test('hosts that were started together do not ask together', () => {
  const pauses = Array.from({ length: 20 }, () => createPauses(60)('done'))
  expect(new Set(pauses).size).toBeGreaterThan(1)
})
