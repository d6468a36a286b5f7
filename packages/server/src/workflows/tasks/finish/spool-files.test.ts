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
  await using spool = await spoolFiles(join(folder, 'spool'), each(), meter as never)
  const packs = await Array.fromAsync(packInOrder(spool))
  return packs.map(({ index }) => index.files.map(({ path }) => path))
}

const megabyte = 1024 ** 2

test('files lie in the order of the bundle, in packs of some 16 MB', async () => {
  const packs = await pack({ 'c.png': [9 * megabyte, 3], 'a.png': [9 * megabyte, 1], 'b.png': [3 * megabyte, 2] })
  expect(packs).toEqual([['a.png', 'b.png'], ['c.png']])
})

test('a small site has one pack', async () => {
  expect(await pack({ 'b.txt': [9, 1], 'a.txt': [100, 0] })).toEqual([['a.txt', 'b.txt']])
})
