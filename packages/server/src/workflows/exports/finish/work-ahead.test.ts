import { expect, test } from 'vitest'
import { createWorkAhead } from './work-ahead.ts'

test('work is begun once, and taken once', async () => {
  const ahead = createWorkAhead<number>()
  let begun = 0
  const work = async () => ++begun
  ahead.begin('a', work)
  ahead.begin('a', work)
  expect(await ahead.take('b')).toBeUndefined()
  expect(await ahead.take('a')).toBe(1)
  expect(await ahead.take('a')).toBeUndefined()
  expect(begun).toBe(1)
})

test('work that fails is left to its step', async () => {
  const ahead = createWorkAhead<number>()
  ahead.begin('a', () => Promise.reject(new Error('No.')))
  expect(await ahead.take('a')).toBeUndefined()
})
