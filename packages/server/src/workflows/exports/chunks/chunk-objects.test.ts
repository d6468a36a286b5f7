import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PackIndex, writePack } from '@bindery/bundle'
import { afterAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import { writePackFiles } from '../../tasks/pages/chunk-files.ts'
import { type IndexedPack, openIndexes, readPacks, storePack } from './chunk-objects.ts'

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

test('a pack that is not what its index says is not handed on', async () => {
  const { key, pack } = await storeText('changed')
  pack[20] = (pack[20] ?? 0) ^ 1
  await store.putBytes(key, pack)
  const [opened] = openIndexes(store, [key]) as [IndexedPack]
  const archives = [archiveOf(key, await opened.index())]
  await expect(Array.fromAsync(readPacks(store, archives))).rejects.toMatchObject({ code: 'corrupt' })
})
