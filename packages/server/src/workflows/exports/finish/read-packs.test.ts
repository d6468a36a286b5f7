import { hash, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { type EarlierArchive, findRuns, readPacks } from './read-packs.ts'

const { store, prefix, close } = openTestStore()
afterAll(close)

const { signal } = new AbortController()
const mebibyte = 1024 ** 2

async function storePacks(name: string, sizes: readonly number[]) {
  const bodies = sizes.map((size) => randomBytes(size))
  const packs = await Promise.all(
    bodies.map(async (bytes, at) => {
      const key = `${prefix}${name}/${at}`
      return { key, ...(await store.putBytes(key, bytes)) }
    }),
  )
  return { bodies, packs }
}

/** An archive of packs, behind ten bytes of a head. */
async function storeEarlier({ bodies, packs }: Awaited<ReturnType<typeof storePacks>>, name: string) {
  const key = `${prefix}${name}/archive`
  await store.putBytes(key, Buffer.concat([Buffer.alloc(10), ...bodies]))
  return { key, packsOffset: 10, packs }
}

const read = async (from: Pick<ObjectStore, 'getBytes' | 'getRange'>, ...[packs, earlier]: ReadArguments) =>
  Array.fromAsync(readPacks(from, packs, earlier, signal))
type ReadArguments = [Parameters<typeof readPacks>[1], EarlierArchive | undefined]

/** Whose packs must not be asked for. */
const withoutPacks = { ...store, getBytes: () => Promise.reject(new Error('A pack was read.')) }

test('packs are read one behind the other, and none where there is nothing in it', async () => {
  const { bodies, packs } = await storePacks('plain', [3, 0, 5])
  expect(await read(store, packs, undefined)).toEqual([bodies[0], bodies[2]])
})

test('a pack that is not what was stored is not handed on', async () => {
  const { packs } = await storePacks('changed', [40])
  await store.putBytes(packs[0]?.key ?? '', randomBytes(40))
  await expect(read(store, packs, undefined)).rejects.toMatchObject({ code: 'corrupt' })
})

test('packs that stand in an earlier archive are read there, in runs of up to 8 MiB', async () => {
  const sizes = [3, 3, 1, 3, 3, 3].map((size) => size * mebibyte)
  const stored = await storePacks('runs', sizes)
  const earlier = await storeEarlier(stored, 'runs')
  const [a, b, c, d, e, f] = stored.packs as [Pack, Pack, Pack, Pack, Pack, Pack]
  const other = (await storePacks('other', [9])).packs[0] as Pack
  const runs = [...findRuns([a, b, c, other, e, f, d], earlier)]
  expect(runs.map(({ packs, earlier }) => [packs, earlier?.offset])).toEqual([
    [[a, b, c], 10],
    [[other], undefined],
    [[e, f], 10 + 10 * mebibyte],
    [[d], 10 + 7 * mebibyte],
  ])
  const [first, second] = await read(withoutPacks, [a, b, c, d, e], earlier)
  expect(first).toMatchObject({ key: earlier.key, offset: 10 })
  expect(second).toMatchObject({ key: earlier.key, offset: 10 + 7 * mebibyte })
  const bytes = [first, second].map((piece) => (piece && 'key' in piece ? piece.bytes : Buffer.alloc(0)))
  expect(hash('sha256', Buffer.concat(bytes))).toBe(hash('sha256', Buffer.concat(stored.bodies.slice(0, 5))))
})
type Pack = EarlierArchive['packs'][number]

test('what an earlier archive no longer has as it was is read from the packs', async () => {
  const stored = await storePacks('gone', [40, 50])
  const earlier = await storeEarlier(stored, 'gone')
  expect(await read(withoutPacks, stored.packs, earlier)).toMatchObject([{ offset: 10 }])
  const damaged = Buffer.concat([Buffer.alloc(10), ...stored.bodies])
  damaged[60] = (damaged[60] ?? 0) ^ 1
  await store.putBytes(earlier.key, damaged)
  expect(await read(store, stored.packs, earlier)).toEqual([Buffer.concat(stored.bodies)])
  await store.deleteKeys([earlier.key])
  expect(await read(store, stored.packs, earlier)).toEqual([Buffer.concat(stored.bodies)])
})
