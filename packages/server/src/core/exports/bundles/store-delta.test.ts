import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  applyDelta,
  extractBundle,
  type SiteFacts,
  unchecked,
  verifyFolder,
  writeBundle,
  writePack,
} from '@bindery/bundle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../../testing/storage/open-test-store.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import { makeId } from '../../make-id.ts'
import { storeFileIndex } from './file-index.ts'
import { type BundleOf, createDeltaStorage } from './store-delta.ts'

const organizationId = makeId('organization')
let storage: TestStore
let folder: string
beforeAll(async () => {
  storage = openTestStore()
  folder = await mkdtemp(join(tmpdir(), 'keep-delta-'))
})
afterAll(async () => {
  await storage.store.deletePrefix(`org/${organizationId}/`)
  await storage.close()
  await rm(folder, { recursive: true })
})

test('a delta is made once for a pair, and turns the earlier bundle into the later one', async () => {
  const { store } = storage
  const [from, to] = [await storeBundle('v1', pages(50)), await storeBundle('v2', { ...pages(49), new: 'New' })]
  const storeDelta = createDeltaStorage(store)
  const [first, second] = await Promise.all([storeDelta(from, to, always), storeDelta(from, to, always)])
  if (!first) throw new Error('No delta was made.')
  expect(second).toEqual(first)
  expect(await makeDelta(store, from, to)).toEqual(first)
  const prefix = `${exportPrefix(organizationId, to.exportId)}delta/`
  expect((await Array.fromAsync(store.list(prefix))).sort()).toEqual([
    `${prefix}since-${from.exportId}.json`,
    first.key,
  ])

  const site = join(folder, 'site')
  await extractBundle(await store.getStream(from.key), site, unchecked)
  await applyDelta(site, await store.getStream(first.key, { expected: first }), {
    publicKeys: 'unchecked',
    sha256: first.sha256,
  })
  expect((await verifyFolder(site, unchecked)).manifest.site.version).toBe('v2')
  expect(await readdir(site)).not.toContain('page-49.html')
  expect(first.bytes).toBeLessThan(to.bytes / 2)
})

test('of the newer bundle only the files that changed are read', async () => {
  const { store } = storage
  const from = await storeBundle('v1', pages(400))
  const to = await storeBundle('v2', { ...pages(400), 'page-7': 'Changed', zebra: 'New' })
  const ranges: string[] = []
  const getRange: typeof store.getRange = (key, range, options) => {
    ranges.push(key)
    return store.getRange(key, range, options)
  }
  await makeDelta({ ...store, getRange }, from, to)
  expect(ranges.filter((key) => key === to.key)).toHaveLength(2)
})

test('a delta of megabytes, which is streamed, is as whole as a small one', async () => {
  const { store } = storage
  const large = Object.fromEntries(['x', 'y', 'z'].map((name) => [name, randomBytes(600_000).toString('hex')]))
  const [from, to] = [await storeBundle('v1', pages(3)), await storeBundle('v2', { ...pages(3), ...large })]
  const delta = await makeDelta(store, from, to)
  expect(delta.bytes).toBeGreaterThan(1_500_000)
  const site = join(folder, 'large')
  await extractBundle(await store.getStream(from.key), site, unchecked)
  await applyDelta(site, await store.getStream(delta.key, { expected: delta }), {
    publicKeys: 'unchecked',
    sha256: delta.sha256,
  })
  expect((await verifyFolder(site, unchecked)).manifest.files).toHaveLength(6)
})

test('a bundle that was changed in the bucket makes no delta, and the next attempt begins anew', async () => {
  const { store } = storage
  const [from, to] = [await storeBundle('v1', pages(3)), await storeBundle('v2', { ...pages(3), new: 'New' })]
  const whole = await store.getBytes(to.key)
  const damaged = Buffer.from(whole)
  damaged.writeUInt8(damaged.readUInt8(40) ^ 1, 40)
  await store.putBytes(to.key, damaged)
  const storeDelta = createDeltaStorage(store)
  await expect(storeDelta(from, to, always)).rejects.toMatchObject({ name: 'BundleError' })
  await store.putBytes(to.key, whole)
  expect(await storeDelta(from, to, always)).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('without permission to make it, only a delta that is stored is returned', async () => {
  const { store } = storage
  const [from, to] = [await storeBundle('v1', pages(3)), await storeBundle('v2', { ...pages(3), new: 'New' })]
  const storeDelta = createDeltaStorage(store)
  const never = async () => false
  expect(await storeDelta(from, to, never)).toBeUndefined()
  const made = await storeDelta(from, to, always)
  expect(await storeDelta(from, to, never)).toEqual(made)
})

const always = async () => true

async function makeDelta(store: Parameters<typeof createDeltaStorage>[0], from: BundleOf, to: BundleOf) {
  const delta = await createDeltaStorage(store)(from, to, always)
  if (!delta) throw new Error('No delta was made.')
  return delta
}

function pages(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`page-${i}`, hash('sha512', `${i}`)]))
}

async function storeBundle(version: string, content: Record<string, string>): Promise<BundleOf> {
  const site: SiteFacts = {
    domain: 'docs.example.com',
    version,
    commit: 'c0ffee',
    committedAt: null,
    renderer: 'test/1',
  }
  const files = Object.keys(content)
    .sort()
    .map((page) => ({
      path: `${page}.html`,
      bytes: Buffer.from(content[page] ?? ''),
      page,
    }))
  const writing = writePack(files)
  const bytes = await buffer(writing.bytes)
  const pack = {
    index: async () => writing.result(),
    read: async function* () {
      yield bytes
    },
  }
  const exportId = makeId('export')
  const key = `${exportPrefix(organizationId, exportId)}bundle/${version}.tar.gz`
  const bundle = writeBundle({ site, packs: [pack] })
  const stored = await storage.store.putStream(key, bundle.bytes)
  await storeFileIndex(storage.store, key, { packs: [pack], packsOffset: bundle.result().packsOffset })
  return { organizationId, exportId, key, ...stored }
}
