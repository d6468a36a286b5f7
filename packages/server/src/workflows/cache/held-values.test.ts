import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHeldValues } from './held-values.ts'

const values = () => createHeldValues({ maxBytes: 80, idleMs: 60_000 })

test('what a project holds is not found by another, under whatever name', () => {
  const held = values()
  held.hold('one', 'index', 'of one', 10)
  expect(held.find('one', 'index')).toBe('of one')
  expect(held.find('two', 'index')).toBeUndefined()
  expect(held.find('one","index', '')).toBeUndefined()
})

test('what was asked for least recently goes first, and no more is held than there is room for', () => {
  const held = values()
  for (let n = 0; n < 8; n++) held.hold('one', `${n}`, n, 10)
  expect(held.find('one', '0')).toBe(0)
  held.hold('one', 'new', 'new', 10)
  expect(held.find('one', '0')).toBe(0)
  expect(held.find('one', '1')).toBeUndefined()
  held.hold('one', 'new', 'newer', 10)
  expect(held.find('one', '2')).toBe(2)
})

test('a value that takes much of the room is not held, and leaves the others where they are', () => {
  const held = values()
  held.hold('one', 'small', 'small', 10)
  held.hold('one', 'large', 'large', 11)
  expect(held.find('one', 'large')).toBeUndefined()
  expect(held.find('one', 'small')).toBe('small')
})

test('nothing is held when nobody has asked for a while', async () => {
  const held = createHeldValues({ maxBytes: 80, idleMs: 5 })
  held.hold('one', 'index', 'of one', 10)
  await sleep(50)
  expect(held.find('one', 'index')).toBeUndefined()
})
