import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

test('answers come in the order of the items, and no more than asked are under way', async () => {
  let underWay = 0
  let most = 0
  const read = async (item: number) => {
    underWay += 1
    most = Math.max(most, underWay)
    for (let turn = 10 - item; turn > 0; turn--) await undefined
    underWay -= 1
    return item * 2
  }
  expect(await Array.fromAsync(readAhead([1, 2, 3, 4, 5, 6, 7], 2, read))).toEqual([2, 4, 6, 8, 10, 12, 14])
  expect(most).toBe(3)
})

test('a failure is thrown in its turn, after the answers before it', async () => {
  const seen: number[] = []
  const reading = async () => {
    for await (const item of readAhead([1, 2, 3], 3, async (item) => {
      if (item === 2) throw new Error('broken')
      return item
    }))
      seen.push(item)
  }
  await expect(reading()).rejects.toThrow('broken')
  expect(seen).toEqual([1])
})
