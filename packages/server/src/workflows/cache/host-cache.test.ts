import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHostCache } from './host-cache.ts'
import type { Lease } from './space.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-cache-'))
})
afterEach(() => rm(folder, { recursive: true }))

const kib = 1024
// An eighth of it is for highlighted code, so entries and scratch have 700 KiB, and one job 400.
const openCache = (patienceMs = 60_000) => openHostCache({ folder, maxBytes: 800 * kib, patienceMs })

const fillWith =
  (text: string, bytes = 10 * kib) =>
  async (path: string, room: Lease) => {
    await room.take(bytes)
    await writeFile(path, text)
  }
const entries = async () => (await readdir(join(folder, 'entries'))).sort()
const read = (path: string) => readFile(path, 'utf8')

test('an entry is made once, however many ask for it at once', async () => {
  using cache = await openCache()
  let made = 0
  const fill = async (path: string, room: Lease) => {
    made += 1
    return fillWith('content')(path, room)
  }
  const opened = await Promise.all([cache.open('a', fill), cache.open('a', fill), cache.open('a', fill)])
  expect(new Set(opened.map(({ path }) => path)).size).toBe(1)
  expect(await read(opened[0]!.path)).toBe('content')
  expect(made).toBe(1)
})

test('two processes that share a folder never meet in each other’s files', async () => {
  using one = await openCache()
  using two = await openCache()
  using first = await one.open('a', fillWith('one'))
  using second = await two.open('a', fillWith('two'))
  expect([await read(first.path), await read(second.path)]).toEqual(['one', 'two'])
})

test('an entry whose making failed is made anew, and leaves nothing behind', async () => {
  using cache = await openCache()
  const broken = async (path: string, room: Lease) => {
    await fillWith('half')(path, room)
    throw new Error('broke off')
  }
  await expect(cache.open('a', broken)).rejects.toThrow('broke off')
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
  expect(cache.usedBytes()).toBe(0)
  using entry = await cache.open('a', fillWith('whole'))
  expect(await read(entry.path)).toBe('whole')
})

test('when it is full the least recently opened go, and only as many as must', async () => {
  using cache = await openCache()
  for (const name of ['a', 'b', 'c']) (await cache.open(name, fillWith(name, 200 * kib)))[Symbol.dispose]()
  ;(await cache.open('a', fillWith('never')))[Symbol.dispose]()
  using _new = await cache.open('d', fillWith('d', 200 * kib))
  expect(await entries()).toEqual(['a', 'c', 'd'])
  expect(cache.usedBytes()).toBe(600 * kib)
})

test('what is in use is never removed, however long ago it was opened: new work waits for it', async () => {
  using cache = await openCache()
  const held = await cache.open('held', fillWith('held', 350 * kib))
  using other = await cache.open('other', fillWith('other', 350 * kib))
  let isIn = false
  const waiting = cache.open('next', fillWith('next', 100 * kib)).then((entry) => {
    isIn = true
    return entry
  })
  await new Promise(setImmediate)
  expect([isIn, await entries()]).toEqual([false, ['held', 'other']])
  expect(await read(held.path)).toBe('held')
  held[Symbol.dispose]()
  using _next = await waiting
  expect(await entries()).toEqual(['next', 'other'])
  expect(await read(other.path)).toBe('other')
})

test('scratch counts like entries do, and is returned when it is removed', async () => {
  using cache = await openCache(10)
  await cache.withScratch(async ({ room }) => {
    await room.take(400 * kib)
    await expect(cache.open('a', fillWith('a', 310 * kib))).rejects.toMatchObject({ code: 'busy' })
  })
  expect(cache.usedBytes()).toBe(0)
  using _a = await cache.open('a', fillWith('a', 310 * kib))
})

test('one job gets half of the budget and no more, even when nothing else is there', async () => {
  using cache = await openCache()
  await expect(cache.open('a', fillWith('a', 401 * kib))).rejects.toMatchObject({ code: 'too_large' })
})

test('what a killed worker left half made is gone after a restart, and what it had made is not', async () => {
  {
    using cache = await openCache()
    ;(await cache.open('a', fillWith('a', 100 * kib)))[Symbol.dispose]()
    await mkdir(join(folder, 'scratch/left/deep'), { recursive: true })
    await writeFile(join(folder, 'scratch/left/deep/pack'), 'half')
  }
  using cache = await openCache()
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
  expect(cache.usedBytes()).toBe(100 * kib)
  using entry = await cache.open('a', () => Promise.reject(new Error('it was there')))
  expect(await read(entry.path)).toBe('a')
})

test('a restart with a smaller budget removes the oldest, and whatever has no known size', async () => {
  {
    using cache = await openCache()
    for (const name of ['old', 'new']) {
      ;(await cache.open(name, fillWith(name, 300 * kib)))[Symbol.dispose]()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await mkdir(join(folder, 'entries/unknown/content'), { recursive: true })
  }
  using cache = await openHostCache({ folder, maxBytes: 640 * kib })
  expect(await entries()).toEqual(['new'])
  expect(cache.usedBytes()).toBe(300 * kib)
})

const leave = (text: string) => async (path: string) => {
  const found = await readFile(path, 'utf8').catch(() => '')
  await writeFile(path, text)
  return { result: found, isWorn: false }
}

test('what a borrower leaves is lent to the next, and counted by what it takes of the disk', async () => {
  using cache = await openCache()
  expect(await cache.borrow('a', leave('one'))).toBe('')
  expect(await cache.borrow('a', leave('two'.repeat(5000)))).toBe('one')
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
  expect(cache.usedBytes()).toBeGreaterThanOrEqual(15_000)
  expect(cache.usedBytes()).toBeLessThan(40_000)
})

test('who comes while it is lent begins with nothing, and one of both stays', async () => {
  using cache = await openCache()
  await cache.borrow('a', leave('before'))
  const both = await Promise.all([cache.borrow('a', leave('one')), cache.borrow('a', leave('two'))])
  expect(both.sort()).toEqual(['', 'before'])
  expect(['one', 'two']).toContain(await cache.borrow('a', leave('after')))
})

test('what a borrower broke or gave up is not lent again', async () => {
  using cache = await openCache()
  await cache.borrow('a', leave('good'))
  const broken = async (path: string) => {
    await writeFile(path, 'half')
    throw new Error('broke off')
  }
  await expect(cache.borrow('a', broken)).rejects.toThrow('broke off')
  expect(await cache.borrow('a', leave('good'))).toBe('')
  await cache.borrow('a', async () => ({ result: undefined, isWorn: true }))
  expect(cache.usedBytes()).toBe(0)
  expect(await cache.borrow('a', leave('good'))).toBe('')
})

test('highlighted code of so many organizations as fit stays, the least recently used goes', async () => {
  using cache = await openHostCache({ folder, maxBytes: 1024 ** 3 })
  const files: string[] = []
  for (const name of ['a', 'b', 'c']) {
    const file = cache.highlightFile(name)
    await writeFile(file, name)
    files.push(file)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect((await readdir(join(folder, 'highlighted'))).sort()).toEqual(['b.sqlite', 'c.sqlite'])
  expect(cache.highlightFile('b')).toBe(files[1])
})

test('after a deletion elsewhere all that was cached goes, what is in use as soon as it is not', async () => {
  {
    using cache = await openCache()
    const held = await cache.open('held', fillWith('held'))
    ;(await cache.open('free', fillWith('free')))[Symbol.dispose]()
    await writeFile(cache.highlightFile('org_1'), 'highlighted')
    await cache.renew('0')
    expect(await entries()).toEqual(['free', 'held'])
    await cache.renew('1')
    expect(await entries()).toEqual(['held'])
    expect(await read(held.path)).toBe('held')
    expect(await readdir(join(folder, 'highlighted'))).toEqual([])
    held[Symbol.dispose]()
    await expect.poll(entries).toEqual([])
    await expect.poll(cache.usedBytes).toBe(0)
    ;(await cache.open('new', fillWith('new')))[Symbol.dispose]()
    await cache.renew('1')
    expect(await entries()).toEqual(['new'])
  }
  using next = await openCache()
  await next.renew('1')
  expect(await entries()).toEqual(['new'])
  await next.renew('2')
  expect(await entries()).toEqual([])
})

test('an entry that is taken is the taker’s alone, with its room, and one that somebody holds is not taken', async () => {
  using cache = await openCache()
  const entry = await cache.open('a', fillWith('content'))
  await cache.withScratch(async (scratch) => {
    expect(cache.take('a', scratch)).toBeUndefined()
    entry[Symbol.dispose]()
    const taken = cache.take('a', scratch)
    expect(await read(taken?.path ?? '')).toBe('content')
    expect([taken?.bytes, scratch.room.bytes, cache.find('a')]).toEqual([10 * kib, 10 * kib, undefined])
  })
  expect([await entries(), cache.usedBytes()]).toEqual([[], 0])
})
