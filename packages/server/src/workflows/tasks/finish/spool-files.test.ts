import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteFile } from '@bindery/site'
import { afterAll, expect, test } from 'vitest'
import { packInOrder, spoolFiles } from './spool-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'bindery-spool-'))
afterAll(() => rm(folder, { recursive: true }))

/** Bytes that do not become fewer when they are compressed, and the same each time. */
function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = seed + 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

async function pack(sizes: Record<string, [size: number, seed: number]>) {
  const files = Object.entries(sizes).map(([path, [size, seed]]): SiteFile => ({ path, bytes: noise(size, seed) }))
  async function* each() {
    yield* files
  }
  const meter = { add: async () => {} }
  await using spool = await spoolFiles(join(folder, 'spool'), each(), undefined, meter as never)
  const packs = await Array.fromAsync(packInOrder(spool.files))
  return packs.map(({ index }) => ({ paths: index.files.map(({ path }) => path), sha256: index.sha256 }))
}

const megabyte = 1024 ** 2
const search = (folder: string, seed: number): Record<string, [number, number]> => ({
  [`_bindery/search/${folder}/pages.js`]: [megabyte, seed],
  [`_bindery/search/${folder}/terms.js`]: [megabyte, seed + 1],
})

test('where one search changes, the packs of the others stay as they were', async () => {
  const site = {
    '_bindery/nav/a.js': [100, 0] as [number, number],
    ...search('de', 1),
    ...search('en', 3),
    ...search('fr', 5),
  }
  const before = await pack(site)
  const after = await pack({ ...site, '_bindery/search/en/terms.js': [megabyte - 50_000, 9] })
  expect(before.map(({ paths }) => paths.length)).toEqual([3, 2, 2])
  expect(after.map(({ sha256 }, at) => sha256 === before[at]?.sha256)).toEqual([true, false, true])
})

test('a small site has one pack', async () => {
  const site = {
    'a.txt': [100, 0] as [number, number],
    '_bindery/search/de/a.js': [9, 1],
    '_bindery/search/en/a.js': [9, 2],
  }
  expect(await pack(site as never)).toHaveLength(1)
})
