import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePack } from '@bindery/bundle'
import { afterAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import { writePackFiles } from '../../tasks/pages/chunk-files.ts'
import { openPacks, storePack } from './chunk-objects.ts'

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

test('packs are read as they were stored, by their indexes', async () => {
  const stored = [await storeText('one'), await storeText('two'), await storeText('three')]
  const packs = openPacks(
    store,
    stored.map(({ key }) => key),
  )
  for (const [at, pack] of packs.entries()) {
    const { size, files } = await pack.index()
    expect(files.map(({ path }) => path)).toEqual(['page.html'])
    expect(Buffer.concat(await Array.fromAsync(pack.read(0, size)))).toEqual(stored[at]?.pack)
  }
})

test('a pack that is not what its index says is not handed on', async () => {
  const { key, pack } = await storeText('changed')
  pack[20] = (pack[20] ?? 0) ^ 1
  await store.putBytes(key, pack)
  const [opened] = openPacks(store, [key])
  await expect(Array.fromAsync(opened?.read(0, pack.length) ?? [])).rejects.toMatchObject({ code: 'corrupt' })
})
