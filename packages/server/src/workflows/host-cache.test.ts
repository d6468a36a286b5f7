import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHostCache } from './host-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-cache-'))
})
afterEach(() => rm(folder, { recursive: true }))

const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
const fillWith =
  (text: string, bytes = text.length) =>
  async (path: string) => {
    await writeFile(path, text)
    return bytes
  }
const entries = () => readdir(join(folder, 'entries'))

test('an entry is made once, however many ask for it at once', async () => {
  const cache = await openHostCache(folder, 1_000)
  let made = 0
  const fill = async (path: string) => {
    made += 1
    return fillWith('content')(path)
  }
  const paths = await Promise.all([cache.open('a', fill), cache.open('a', fill), cache.open('a', fill)])
  expect(new Set(paths).size).toBe(1)
  expect(await readFile(paths[0]!, 'utf8')).toBe('content')
  expect(made).toBe(1)
})

test('two processes that make the same entry at once end with one', async () => {
  const [one, two] = [await openHostCache(folder, 1_000), await openHostCache(folder, 1_000)]
  const paths = await Promise.all([one.open('a', fillWith('same')), two.open('a', fillWith('same'))])
  expect(paths[0]).toBe(paths[1])
  expect(await readFile(paths[0]!, 'utf8')).toBe('same')
})

test('an entry whose making failed is made anew, and leaves nothing behind', async () => {
  const cache = await openHostCache(folder, 1_000)
  const broken = async (path: string) => {
    await writeFile(path, 'half')
    throw new Error('broke off')
  }
  await expect(cache.open('a', broken)).rejects.toThrow('broke off')
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
  expect(await readFile(await cache.open('a', fillWith('whole')), 'utf8')).toBe('whole')
})

test('when it is full the least recently opened go, but never what may be in use', async () => {
  const cache = await openHostCache(folder, 100)
  for (const name of ['old', 'older', 'fresh']) await cache.open(name, fillWith(name, 40))
  expect(await entries()).toHaveLength(3)
  await utimes(join(folder, 'entries/old'), twoHoursAgo, twoHoursAgo)
  await utimes(join(folder, 'entries/older'), new Date(0), new Date(0))
  await cache.open('new', fillWith('new', 10))
  expect((await entries()).sort()).toEqual(['fresh', 'new', 'old'])
})

test('what a killed worker left half made is gone after a restart', async () => {
  await openHostCache(folder, 1_000)
  await writeFile(join(folder, 'scratch/left'), '')
  await utimes(join(folder, 'scratch/left'), twoHoursAgo, twoHoursAgo)
  await openHostCache(folder, 1_000)
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
})

const leave = (text: string) => async (path: string) => {
  const found = await readFile(path, 'utf8').catch(() => '')
  await writeFile(path, text)
  return { result: found, bytes: text.length }
}

test('what a borrower leaves is lent to the next', async () => {
  const cache = await openHostCache(folder, 1_000)
  expect(await cache.borrow('a', leave('one'))).toBe('')
  expect(await cache.borrow('a', leave('two'))).toBe('one')
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
})

test('who comes while it is lent begins with nothing, and one of both is kept', async () => {
  const cache = await openHostCache(folder, 1_000)
  await cache.borrow('a', leave('before'))
  const both = await Promise.all([cache.borrow('a', leave('one')), cache.borrow('a', leave('two'))])
  expect(both.sort()).toEqual(['', 'before'])
  expect(['one', 'two']).toContain(await cache.borrow('a', leave('after')))
})

test('what a borrower broke or gave up is not lent again', async () => {
  const cache = await openHostCache(folder, 1_000)
  await cache.borrow('a', leave('good'))
  const broken = async (path: string) => {
    await writeFile(path, 'half')
    throw new Error('broke off')
  }
  await expect(cache.borrow('a', broken)).rejects.toThrow('broke off')
  expect(await cache.borrow('a', leave('good'))).toBe('')
  await cache.borrow('a', async () => ({ result: undefined, bytes: undefined }))
  expect(await cache.borrow('a', leave('good'))).toBe('')
})
