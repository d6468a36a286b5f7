import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../testing/site-folder.ts'
import { largestHighlightFile, openHighlightCache } from './open-highlight-cache.ts'

test('what one process keeps another finds, in the same file', async () => {
  await using folder = await makeFolder({})
  const file = join(folder.root, 'code.sqlite')
  openHighlightCache(file)?.set('key', '<span>1</span>\nsecond')
  const other = openHighlightCache(file)
  expect(other?.get('key')).toBe('<span>1</span>\nsecond')
  expect(other?.get('another')).toBeUndefined()
})

test('a file that is no database is given up, and the next one begins anew', async () => {
  await using folder = await makeFolder({})
  const file = join(folder.root, 'code.sqlite')
  await writeFile(file, 'this is no database'.repeat(1000))
  expect(openHighlightCache(file)).toBeUndefined()
  openHighlightCache(file)?.set('key', 'html')
  expect(openHighlightCache(file)?.get('key')).toBe('html')
})

test('it never grows past its size, and one that is full begins anew', async () => {
  await using folder = await makeFolder({})
  const file = join(folder.root, 'code.sqlite')
  const cache = openHighlightCache(file)
  const html = 'x'.repeat(1024 ** 2)
  for (let index = 0; index < 80; index++) cache?.set(`key-${index}`, html)
  expect(cache?.get('key-0')?.length).toBe(html.length)
  expect(cache?.get('key-79')?.length).toBeUndefined()
  expect((await stat(file)).size).toBeLessThanOrEqual(largestHighlightFile)
  const next = openHighlightCache(file)
  expect(next?.get('key-0')?.length).toBeUndefined()
})
