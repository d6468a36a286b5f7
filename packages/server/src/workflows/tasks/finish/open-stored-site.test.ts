import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pack, writeBundle, writePack } from '@bindery/bundle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileIndexObjects, storeFileIndex } from '../../../core/exports/bundles/file-index.ts'
import { openStoredSite } from './open-stored-site.ts'

const paths = Array.from({ length: 150 }, (_, at) => `page-${String(at).padStart(3, '0')}.html`)
// Every fiftieth is longer than what may lie between two pages that are read at once.
const contents = new Map(paths.map((path, at) => [path, `${path} ${at % 50 === 49 ? noise(300_000) : ''}`]))
function noise(length: number): string {
  return randomBytes(length).toString('hex')
}
let folder: string
let archive: Buffer
const index = () => ({ contents: join(folder, 'contents'), blocks: join(folder, 'blocks') })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-stored-'))
  const written = writePack(paths.map((path) => ({ path, bytes: Buffer.from(contents.get(path) ?? ''), page: path })))
  const bytes = Buffer.concat(await Array.fromAsync(written.bytes))
  const pack: Pack = {
    index: async () => written.result(),
    read: async function* () {
      yield bytes
    },
  }
  const site = { domain: 'docs.example.com', version: '1', commit: 'c0ffee', committedAt: null, renderer: '1' }
  const bundle = writeBundle({ site, packs: [pack] })
  archive = Buffer.concat(await Array.fromAsync(bundle.bytes))
  await writeFile(join(folder, 'archive'), archive)
  const keys = fileIndexObjects('bundle')
  const files = new Map([
    [keys.contents, index().contents],
    [keys.blocks, index().blocks],
  ])
  const putBytes = async (key: string, bytes: Uint8Array) => {
    await writeFile(files.get(key) ?? '', bytes)
    return { bytes: bytes.length, sha256: '' }
  }
  await storeFileIndex({ putBytes }, 'bundle', { packs: [pack], packsOffset: bundle.result().packsOffset })
})
afterAll(() => rm(folder, { recursive: true }))

/** What is read of a bundle, and what of the bucket was asked for it. */
async function read(chosen: string[], withIndex = true) {
  const asked: string[] = []
  const ask = async (name: string, value: unknown) => {
    asked.push(name)
    if (name === 'archive') return join(folder, 'archive')
    const { offset, length } = value as { offset: number; length: number }
    return archive.subarray(offset, offset + length)
  }
  const site = await openStoredSite({ name: 'now', ...(withIndex && { index: index() }) }, ask)
  expect([...(await site.list()).keys()]).toEqual(paths)
  const files = await Array.fromAsync(site.read(new Set(chosen)))
  expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual(
    chosen.map((path) => [path, contents.get(path)]),
  )
  return asked
}

test('of a few pages only their own bytes are asked for, and of none nothing', async () => {
  expect(await read([])).toEqual([])
  expect(await read(['page-003.html', 'page-148.html'])).toEqual(['range', 'range'])
})

test('pages that lie close together are read at once', async () => {
  const small = paths.filter((_, at) => at % 50 !== 49)
  expect(await read(small)).toEqual(['range', 'range', 'range'])
})

test('where most of a bundle is asked for, and where it has no index, its archive is', async () => {
  expect(await read(['page-049.html', 'page-149.html'])).toEqual(['archive'])
  expect(await read(['page-003.html'], false)).toEqual(['archive'])
})
