import { expect, test } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

test('the limit itself passes, the next one does not, and a new minute begins afresh', () => {
  let now = 120_000
  const limiter = new RateLimiter(() => now)
  expect(limiter.take('a', 2)).toEqual({ limit: 2, remaining: 1, resetSeconds: 60, exceeded: false })
  now += 30_000
  expect(limiter.take('a', 2)).toEqual({ limit: 2, remaining: 0, resetSeconds: 30, exceeded: false })
  expect(limiter.take('a', 2).exceeded).toBe(true)
  expect(limiter.take('b', 2).exceeded).toBe(false)
  now = 180_000
  expect(limiter.take('a', 2)).toMatchObject({ remaining: 1, exceeded: false })
})

test('a subject is known for the minute after its last count, and then forgotten', () => {
  let now = 60_000
  const limiter = new RateLimiter(() => now)
  limiter.take('a', 1)
  now = 120_000
  expect(limiter.knows('a')).toBe(true)
  now = 180_000
  expect(limiter.knows('a')).toBe(false)
})

test('looking does not count', () => {
  const limiter = new RateLimiter(() => 0)
  expect(limiter.peek('a', 1).remaining).toBe(1)
  expect(limiter.peek('a', 1).remaining).toBe(1)
})
