import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePack } from '@bindery/bundle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import { writePackFiles } from '../../tasks/pages/chunk-files.ts'
import { openIndexes } from '../chunks/chunk-objects.ts'
import { openSharedPacks } from './shared-packs.ts'

const { store, prefix, close } = openTestStore()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-shared-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await close()
})

async function write(text: string) {
  const written = writePack([{ path: `${text}.txt`, bytes: Buffer.from(text) }])
  const pack = Buffer.concat(await Array.fromAsync(written.bytes))
  const own = await mkdtemp(join(folder, 'pack-'))
  const meter = { add: async () => {}, [Symbol.dispose]() {} }
  return { ...(await writePackFiles(own, { pack, index: written.result() }, meter)), folder: own }
}

/** Holds each pack back until it is let through. */
function holdPacks() {
  const held: (() => void)[] = []
  const putFile: typeof store.putFile = async (key, ...rest) => {
    if (key.endsWith('/pack')) await new Promise<void>((resolve) => held.push(resolve))
    return store.putFile(key, ...rest)
  }
  return { store: { ...store, putFile }, held }
}

test('a pack is known at once, stored beside other work, and gone from the disk then', async () => {
  const { store: slow, held } = holdPacks()
  const shared = openSharedPacks(slow, `${prefix}one/`)
  const [first, second, third, fourth] = await Promise.all(['first', 'second', 'third', 'fourth'].map(write))
  for (const pack of [first, second, third, fourth]) await shared.add(pack!)
  const added = shared.add(await write('fifth'))
  expect(await Promise.race([added, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
  while (held.length < 4) await new Promise(setImmediate)
  held.shift()?.()
  await added
  expect([first, second].map((pack) => existsSync(pack!.folder))).toEqual([false, true])
  const paths = (packs: ReturnType<typeof shared.packs>) =>
    Promise.all(packs.map(async (pack) => (await pack.index()).files.map(({ path }) => path)))
  const all = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => [`${name}.txt`])
  expect(await paths(shared.packs())).toEqual(all)
  const stored = shared.stored()
  while (held.length < 4) await new Promise(setImmediate)
  for (const letThrough of held) letThrough()
  await stored
  const keys = shared.packs().map(({ key }) => key)
  expect(await paths(openIndexes(store, keys))).toEqual(all)
})

test('an attempt that brings a pack again adds none, and one that cannot be stored fails whoever waits for it', async () => {
  const shared = openSharedPacks(store, `${prefix}two/`)
  await shared.add(await write('same'))
  await shared.add(await write('same'))
  await shared.stored()
  expect(shared.packs()).toHaveLength(1)

  const broken = { ...store, putFile: () => Promise.reject(new Error('The bucket is full.')) }
  const lost = openSharedPacks(broken, `${prefix}three/`)
  await lost.add(await write('lost'))
  await expect(lost.stored()).rejects.toThrow('The bucket is full.')
  await expect(lost.add(await write('next'))).rejects.toThrow('The bucket is full.')
})
