import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PackIndex, writePack } from '@bindery/bundle'
import { afterAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import { createHeldValues } from '../../cache/held-values.ts'
import { writePackFiles } from '../../tasks/pages/chunk-files.ts'
import { beside, findWholePacks, type IndexedPack, openIndexes, readPacks, storePack } from './chunk-objects.ts'
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
  return { key, pack }
}

const archiveOf = (key: string, { size, sha256 }: PackIndex) => ({ key, bytes: size, sha256 })

test('packs are read as they were stored, by their indexes', async () => {
  const stored = [await storeText('one'), await storeText('two'), await storeText('three')]
  const packs = openIndexes(
    store,
    stored.map(({ key }) => key),
  )
  for (const { index } of packs) expect((await index()).files.map(({ path }) => path)).toEqual(['page.html'])
  const archives = await Promise.all(packs.map(async ({ key, index }) => archiveOf(key, await index())))
  expect(await Array.fromAsync(readPacks(store, archives))).toEqual(stored.map(({ pack }) => pack))
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

test('a pack that is not what its index says is not handed on', async () => {
  const { key, pack } = await storeText('changed')
  pack[20] = (pack[20] ?? 0) ^ 1
  await store.putBytes(key, pack)
  const [opened] = openIndexes(store, [key]) as [IndexedPack]
  const archives = [archiveOf(key, await opened.index())]
  await expect(Array.fromAsync(readPacks(store, archives))).rejects.toMatchObject({ code: 'corrupt' })
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
