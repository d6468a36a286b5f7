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

test('work that nobody takes is ended', async () => {
  const ahead = createWorkAhead<number>()
  let isEnded = false
  ahead.begin('a', async (signal) => {
    await new Promise((aborted) => signal.addEventListener('abort', aborted))
    isEnded = true
    return 1
  })
  await ahead.drop('a')
  expect(isEnded).toBe(true)
  expect(await ahead.take('a')).toBeUndefined()
  await ahead.drop('b')
})
