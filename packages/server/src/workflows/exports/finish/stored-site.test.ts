import { expect, test } from 'vitest'
import { readStoredRange } from './stored-site.ts'

const digits = '0123456789abcdefghij'
const objects = new Map([
  ['head', Buffer.from(digits.slice(0, 4))],
  ['a', Buffer.from(digits.slice(4, 9))],
  ['empty', Buffer.alloc(0)],
  ['b', Buffer.from(digits.slice(9))],
])
const [head, ...packs] = [...objects].map(([key, { length }]) => ({ key, bytes: length, sha256: '' }))

test('any part of an archive is read out of its head and its packs before it is there', async () => {
  if (!head) throw new Error('There is no head.')
  const store = {
    getRange: async (key: string, { offset, length }: { offset: number; length: number }) => {
      const part = objects.get(key)?.subarray(offset, offset + length)
      if (part?.length !== length) throw new Error(`${key} has no ${length} bytes from ${offset}.`)
      return part
    },
  }
  const { signal } = new AbortController()
  for (let offset = 0; offset < digits.length; offset++) {
    for (let length = 1; offset + length <= digits.length; length++) {
      const read = await readStoredRange(store, { head, packs }, { offset, length }, signal)
      expect(Buffer.from(read).toString()).toBe(digits.slice(offset, offset + length))
    }
  }
})
