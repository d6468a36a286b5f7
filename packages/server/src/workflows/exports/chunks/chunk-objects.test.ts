import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePack } from '@bindery/bundle'
import { afterAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import { createHeldValues } from '../../cache/held-values.ts'
import { openHostCache } from '../../cache/host-cache.ts'
import { type PackPart, writePackFiles } from '../../tasks/pages/chunk-files.ts'
import {
  beside,
  fetchPack,
  findWholePacks,
  type IndexedPack,
  openIndexes,
  putPackAside,
  storePack,
} from './chunk-objects.ts'
import { openHeldObjects } from './held-objects.ts'

const { store, prefix, close } = openTestStore()
afterAll(close)

async function storeText(text: string) {
  const written = writePack([{ path: 'page.html', bytes: Buffer.from(text), page: 'page' }])
  const pack = Buffer.concat(await Array.fromAsync(written.bytes))
  const folder = await mkdtemp(join(tmpdir(), 'bindery-pack-'))
  const meter = { add: async () => {}, [Symbol.dispose]() {} }
  const files = await writePackFiles(folder, { pack, index: written.result() }, meter)
  const key = await storePack(store, `${prefix}${text}/`, { ...files, folder })
  await rm(folder, { recursive: true })
  return { key }
}

test('packs are found as they were stored, by their indexes', async () => {
  const stored = [await storeText('one'), await storeText('two'), await storeText('three')]
  const packs = openIndexes(
    store,
    stored.map(({ key }) => key),
  )
  for (const { index } of packs) expect((await index()).files.map(({ path }) => path)).toEqual(['page.html'])
})

test('an index is read once for a project, and again for another one', async () => {
  const { key } = await storeText('held')
  const held = createHeldValues({ maxBytes: 1024 ** 2, idleMs: 60_000 })
  let reads = 0
  const counted = {
    getBytes: (asked: string) => {
      reads += 1
      return store.getBytes(asked)
    },
  }
  const read = async (projectId: string) => {
    const [pack] = openIndexes(counted, [key], openHeldObjects(held, projectId).indexes) as [IndexedPack]
    return (await pack.index()).files.map(({ path }) => path)
  }
  expect([await read('prj_one'), await read('prj_one')]).toEqual([['page.html'], ['page.html']])
  expect(reads).toBe(1)
  await read('prj_two')
  expect(reads).toBe(2)
})

test('a pack that was put aside is read on its host by its own project, and by another one from the bucket', async () => {
  const work = await mkdtemp(join(tmpdir(), 'bindery-aside-'))
  using cache = await openHostCache({ folder: join(work, 'cache'), maxBytes: 64 * 1024 ** 2 })
  const parts: PackPart[] = ['pack', 'index', 'facts', 'search', 'traces']
  const readBack = (projectId: string, from: typeof store) =>
    cache.withScratch(async (scratch) => {
      if (!(await fetchPack(from, { packKey }, scratch, { cache, projectId }))) return undefined
      return Promise.all(parts.map((part) => readFile(join(scratch.folder, part), 'utf8')))
    })
  const packKey = await cache.withScratch(async (scratch) => {
    for (const part of parts) {
      await scratch.room.take(4096)
      await writeFile(join(scratch.folder, part), `${part} of one`)
    }
    const key = await storePack(store, `${prefix}aside/`, { name: 'name', parts, folder: scratch.folder })
    await putPackAside({ cache, projectId: 'prj_one' }, key, { ...scratch, parts })
    return key
  })
  const expected = parts.map((part) => `${part} of one`)
  const closed = { ...store, head: () => Promise.reject(new Error('The bucket was asked.')) }
  expect(await readBack('prj_one', closed)).toEqual(expected)
  // What a reader does with its own files leaves those on the host as they are.
  expect(await readBack('prj_one', closed)).toEqual(expected)
  await expect(readBack('prj_two', closed)).rejects.toThrow('The bucket was asked.')
  expect(await readBack('prj_two', store)).toEqual(expected)
  expect(cache.usedBytes()).toBe(parts.length * 4096)
  await rm(work, { recursive: true })
})

test('a pack that lacks a part is not whole, wherever the others lie', async () => {
  const keys = [1, 2, 3].map((n) => `${prefix}export/e${n}/chunk/0/name/pack`)
  for (const key of keys) {
    for (const part of ['pack', 'index', 'facts', 'search'] as const)
      await store.putBytes(beside(key, part), Buffer.from('x'))
  }
  expect([...(await findWholePacks(store, keys))]).toEqual(keys)
  await store.deleteKeys([beside(keys[1] ?? '', 'facts')])
  expect([...(await findWholePacks(store, keys))]).toEqual([keys[0], keys[2]])
  expect(await findWholePacks(store, [])).toEqual(new Set())
})
