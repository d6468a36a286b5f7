import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePack } from '@bindery/bundle'
import { afterAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import { openHostCache } from '../../cache/host-cache.ts'
import { packParts, writePackFiles } from '../../tasks/pages/chunk-files.ts'
import { beside, findWholePacks, openIndexes, openPack, storePack } from './chunk-objects.ts'

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

test('a pack is read once for a project, and again for another one', async () => {
  const work = await mkdtemp(join(tmpdir(), 'bindery-packs-'))
  using cache = await openHostCache({ folder: join(work, 'cache'), maxBytes: 64 * 1024 ** 2 })
  const folder = await mkdtemp(join(work, 'pack-'))
  const parts = [...packParts]
  for (const part of parts) await writeFile(join(folder, part), `${part} of one`)
  const packKey = await storePack(store, `${prefix}one/`, { name: 'name', parts, folder })
  const read = async (projectId: string, from: typeof store) => {
    using held = new DisposableStack()
    const pack = await openPack({ cache, store: from }, projectId, packKey, held)
    return pack && Promise.all(parts.map((part) => readFile(pack[part], 'utf8')))
  }
  const expected = parts.map((part) => `${part} of one`)
  expect(await read('prj_one', store)).toEqual(expected)
  const closed = { ...store, head: () => Promise.reject(new Error('The bucket was asked.')) }
  expect(await read('prj_one', closed)).toEqual(expected)
  await expect(read('prj_two', closed)).rejects.toThrow('The bucket was asked.')
  expect(await read('prj_two', store)).toEqual(expected)
  await store.deleteKeys([beside(packKey, 'facts')])
  expect(await read('prj_three', store)).toBeUndefined()
  await rm(work, { recursive: true })
})

test('a pack that lacks a part is not whole, wherever the others lie', async () => {
  const keys = [1, 2, 3].map((n) => `${prefix}export/e${n}/chunk/0/name/pack`)
  for (const key of keys) {
    for (const part of packParts) await store.putBytes(beside(key, part), Buffer.from('x'))
  }
  expect([...(await findWholePacks(store, keys))]).toEqual(keys)
  await store.deleteKeys([beside(keys[1] ?? '', 'facts')])
  expect([...(await findWholePacks(store, keys))]).toEqual([keys[0], keys[2]])
  expect(await findWholePacks(store, [])).toEqual(new Set())
})
