import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePack } from '@bindery/bundle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { writePackFiles } from '../../tasks/pages/chunk-files.ts'
import { type EarlierShared, openSharedPacks } from './shared-packs.ts'

const { store, prefix, close } = openTestStore()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-shared-'))
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

let made = 0

async function makePack(text: string) {
  const own = join(folder, `${++made}`)
  await mkdir(own)
  const written = writePack([{ path: 'a.txt', bytes: Buffer.from(text) }])
  const pack = Buffer.concat(await Array.fromAsync(written.bytes))
  const meter = { add: async () => {} }
  return { ...(await writePackFiles(own, { pack, index: written.result() }, meter as never)), folder: own }
}

/** Names of what went up and what was copied, in an export of its own. */
async function storeAll(texts: string[], earlier?: EarlierShared, faults: Partial<ObjectStore> = {}) {
  const home = `${prefix}${++made}/`
  const [put, copied, collected]: string[][] = [[], [], []]
  const watched: ObjectStore = {
    ...store,
    putFile(key, path, options) {
      put?.push(key)
      return store.putFile(key, path, options)
    },
    copy(from, to) {
      copied?.push(to)
      return store.copy(from, to)
    },
    ...faults,
  }
  const shared = openSharedPacks(watched, home, { add: async ({ name }) => void collected?.push(name) }, earlier)
  const names: string[] = []
  for (const text of texts) {
    const pack = await makePack(text)
    names.push(pack.name)
    await shared.add(pack)
  }
  await shared.stored()
  for (const { key } of shared.packs()) expect(await store.head(key)).toBeDefined()
  expect(collected).toEqual(names)
  return { prefix: home, names, put: put?.length, copied: copied?.length }
}

test('what the bundle before has is copied, and all else goes up', async () => {
  const first = await storeAll(['one', 'two'])
  expect(first).toMatchObject({ put: 4, copied: 0 })
  const second = await storeAll(['one', 'three'], first)
  expect(second).toMatchObject({ put: 2, copied: 2 })
  // Each export owns its packs: without the first, the second has all of them.
  await store.deletePrefix(first.prefix)
  expect(await storeAll(['one', 'three'], second)).toMatchObject({ put: 0, copied: 4 })
})

test('a pack that is gone meanwhile, and one that the storage does not copy, goes up', async () => {
  const first = await storeAll(['one'])
  await store.deleteKeys([`${first.prefix}${first.names[0]}/index`])
  expect(await storeAll(['one'], first)).toMatchObject({ put: 2, copied: 2 })
  const second = await storeAll(['one'])
  const copy = () => Promise.reject(new Error('Not implemented.'))
  expect(await storeAll(['one'], second, { copy })).toMatchObject({ put: 2 })
})

test('a pack that cannot be stored is no stored pack, whether others follow it or not', async () => {
  const putFile = () => Promise.reject(new Error('The disk is full.'))
  await expect(storeAll(['one'], undefined, { putFile })).rejects.toThrow('The disk is full.')
  await expect(storeAll(['a', 'b', 'c', 'd', 'e', 'f'], undefined, { putFile })).rejects.toThrow('The disk is full.')
})
