import { expect, test } from 'vitest'
import { askAhead } from './chunk-objects.ts'

test('what comes next is under way, each is read once, and no further than asked', async () => {
  const read: string[] = []
  const answers = askAhead(['a', 'b', 'c', 'd'], 1, async (item, at) => {
    read.push(item)
    return `${item}${at}`
  })
  expect(await answers.ask(0)).toBe('a0')
  expect(read).toEqual(['a', 'b'])
  expect([await answers.ask(0), await answers.ask(1)]).toEqual(['a0', 'b1'])
  expect(read).toEqual(['a', 'b', 'c'])
  answers.forget(0)
  expect(await answers.ask(0)).toBe('a0')
  expect(read).toEqual(['a', 'b', 'c', 'a'])
})

test('a failure is for whoever asks for it, and is not remembered', async () => {
  let attempts = 0
  const answers = askAhead([1, 2], 1, async (item) => {
    if (item === 2 && ++attempts === 1) throw new Error('broken')
    return item
  })
  expect(await answers.ask(0)).toBe(1)
  await expect(answers.ask(1)).resolves.toBe(2)
  expect(attempts).toBe(2)
})
