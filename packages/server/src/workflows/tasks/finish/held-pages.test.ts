import type { FinishingFacts } from '@bindery/site'
import { afterEach, expect, test } from 'vitest'
import { forgetPages, holdPages } from './held-pages.ts'

afterEach(forgetPages)

const pagesOf = (count: number) => Array.from({ length: count }, (_, n) => ({ route: `${n}` }) as FinishingFacts)

/** How many of the files had to be read. */
async function countReads(files: readonly (string | undefined)[], pagesEach = 1): Promise<number> {
  const pages = holdPages()
  let reads = 0
  for (const file of files) {
    await pages.find(file, async () => {
      reads += 1
      return pagesOf(pagesEach)
    })
  }
  return reads
}

test('a file that the last site had is not read again', async () => {
  expect(await countReads(['a', 'b'])).toBe(2)
  expect(await countReads(['a', 'c'])).toBe(1)
  expect(await countReads(['b', 'c'])).toBe(1)
})

test('what has no file is read each time', async () => {
  expect(await countReads([undefined])).toBe(1)
  expect(await countReads([undefined])).toBe(1)
})

test('nothing of a site is held that is too large', async () => {
  expect(await countReads(['a', 'b'], 6_000)).toBe(2)
  expect(await countReads(['a'])).toBe(1)
})

test('nothing is held for another organization', async () => {
  await countReads(['a'])
  forgetPages()
  expect(await countReads(['a'])).toBe(1)
})
