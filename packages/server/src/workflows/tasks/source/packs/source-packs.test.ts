import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlers } from '../../handlers.ts'
import { fillFolder, sourceFiles, sourceListing } from './fill-folder.ts'
import type { PartRequest } from './open-source.ts'
import { encodeList, readList } from './source-list.ts'
import { updateFolder } from './update-folder.ts'

let folder: string
let packs: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-packs-'))
  packs = join(folder, 'bucket')
  await mkdir(packs)
})
afterAll(() => rm(folder, { recursive: true }))

const noMeter = { add: async () => {}, [Symbol.dispose]: () => {} }
const blobId = (text: string) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex')
const toFiles = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, text]) => ({ path, object: blobId(text), size: Buffer.byteLength(text) }))
const random = (bytes: number, seed: number) =>
  createHash('shake256', { outputLength: bytes }).update(String(seed)).digest('base64')

let made = 0
const newFolder = () => join(folder, `made-${++made}`)

/** The folder of a source, as a worker has it; tells what was read for it. */
async function makeSource(texts: Record<string, string>, base?: string) {
  const path = newFolder()
  const read: string[] = []
  async function* readMissing(missing: { path: string }[]) {
    for (const { path } of missing) {
      read.push(path)
      yield { path, bytes: Buffer.from(texts[path] ?? '') }
    }
  }
  await fillFolder({ folder: path, base }, toFiles(texts), readMissing, noMeter)
  return { path, read }
}

const room = async (_name: string, value: unknown) => Number((value as { block?: number }).block ?? 0)

/** Packs a source as a worker does, and puts what it makes into the bucket. */
async function packSource(source: string, earlier?: string) {
  const out = newFolder()
  const input = { listing: join(source, sourceListing), root: join(source, sourceFiles), earlier, folder: out }
  const packed = await handlers.packSource(input, room)
  for (const name of packed.fresh) await writeFile(join(packs, name), await readFile(join(out, name)))
  return { ...packed, list: join(out, 'list') }
}

/** Opens a source on a host that has nothing of it, or a base; tells what it read of the bucket. */
async function openSource(list: string, more: { base?: string; pages?: { files: string[]; list: string } } = {}) {
  const target = newFolder()
  const parts: PartRequest[] = []
  await handlers.openSource({ list, folder: target, ...more }, async (name, value) => {
    if (name !== 'part') return room(name, value)
    const part = value as PartRequest
    parts.push(part)
    const file = join(folder, 'part')
    const bytes = await readFile(join(packs, part.pack))
    await writeFile(file, bytes.subarray(part.offset, part.offset + part.length))
    return file
  })
  return { root: join(target, sourceFiles), path: target, parts }
}

async function readAll(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(root.length + 1), await readFile(path, 'utf8')])),
  )
}

/** The same out of the folder of an earlier source, which is its own. */
async function updateSource(path: string, texts: Record<string, string>, bytes = 0) {
  const read: string[] = []
  async function* readMissing(missing: { path: string }[]) {
    for (const { path } of missing) {
      read.push(path)
      yield { path, bytes: Buffer.from(texts[path] ?? '') }
    }
  }
  return { read, filled: await updateFolder({ folder: path, bytes }, toFiles(texts), readMissing, noMeter) }
}

const site = { 'docs.json': '{}', 'a/b.mdx': 'Grüße '.repeat(50), 'a/same.mdx': '{}', 'a/empty.mdx': '' }

test('what goes into packs comes out of them, byte for byte, also content that stands twice and what is empty', async () => {
  const { list, fresh } = await packSource((await makeSource(site)).path)
  expect(fresh).toHaveLength(1)
  expect(await readAll((await openSource(list)).root)).toEqual(site)
})

test('of the next source only what is new is read, packed and stored, wherever it stands', async () => {
  const first = await makeSource(site)
  const before = await packSource(first.path)
  const { 'a/b.mdx': moved, ...others } = site
  const next = { ...others, 'c/moved.mdx': moved, 'new.mdx': 'new' }
  const second = await makeSource(next, first.path)
  expect(second.read).toEqual(['new.mdx'])
  const after = await packSource(second.path, before.list)
  expect(after.packs).toEqual([...before.packs, ...after.fresh])
  expect((await stat(join(packs, after.fresh[0] ?? ''))).size).toBe(3)
  expect(await readAll((await openSource(after.list)).root)).toEqual(next)
  expect((await openSource(after.list, { base: first.path })).parts).toMatchObject([{ pack: after.fresh[0] }])
})

test('a source without anything new has no new pack, and the same list', async () => {
  const source = await makeSource(site)
  const before = await packSource(source.path)
  const after = await packSource(source.path, before.list)
  expect(after).toMatchObject({ sha256: before.sha256, fresh: [], packs: before.packs })
})

test('packs stay few, whatever number of changes there was, and what is of no use goes', async () => {
  const texts: Record<string, string> = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`p${n}.mdx`, random(200, n)]),
  )
  let source = await makeSource(texts)
  let packed = await packSource(source.path)
  for (let n = 0; n < 60; n++) {
    texts[`p${n % 40}.mdx`] = random(200, 1000 + n)
    source = await makeSource(texts, source.path)
    packed = await packSource(source.path, packed.list)
    expect(packed.packs.length).toBeLessThanOrEqual(18)
  }
  const { packs: used } = await readList(packed.list)
  const live = 40 * random(200, 0).length
  expect(used.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2.5 * live)
  expect(await readAll((await openSource(packed.list)).root)).toEqual(texts)
})

test('for some pages a host reads their files and what all may import, in parts of the packs', async () => {
  const pages = Array.from({ length: 50 }, (_, n) => `p${n}.mdx`)
  const texts = Object.fromEntries(pages.map((path, n) => [path, random(20_000, n)]))
  Object.assign(texts, { 'snippets/one.mdx': 'one', 'openapi.yaml': 'openapi: 3.1.0', 'image.png': random(90_000, 99) })
  const { list } = await packSource((await makeSource(texts)).path)
  const listed = newFolder()
  await writeFile(listed, pages.map((path) => JSON.stringify([path, path, path])).join('\n'))
  const { root, parts } = await openSource(list, { pages: { files: ['p3.mdx', 'p30.mdx'], list: listed } })
  expect(Object.keys(await readAll(root)).sort()).toEqual(['openapi.yaml', 'p3.mdx', 'p30.mdx', 'snippets/one.mdx'])
  const total = Object.values(texts).reduce((sum, text) => sum + text.length, 0)
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(total / 4)
})

test('a pack that holds something else is refused', async () => {
  // So short that it is stored as it is: nothing else would notice.
  const { list, fresh } = await packSource((await makeSource({ 'a.mdx': 'abc' })).path)
  await writeFile(join(packs, fresh[0] ?? ''), 'abd')
  await expect(openSource(list)).rejects.toThrow('is something else')
})

test.each(['../outside', '/etc/outside', 'a/../../outside', '.git/config'])('a list cannot write %s', async (path) => {
  const list = newFolder()
  await writeFile(list, encodeList({ packs: [], files: [[path, blobId(''), 0, 0, 0, 0]] }))
  await expect(openSource(list)).rejects.toThrow('outside of its folder')
})

test.each(['linked', 'added'])(
  'what was fetched from other hosts stands in the source, and no file of the repository in its place: %s',
  async (way) => {
    const fetched = newFolder()
    await mkdir(fetched)
    await writeFile(join(fetched, 'digest'), 'openapi: 3.1.0')
    const texts = { ...site, '.bindery-openapi/digest': 'of the author', '.bindery-openapi/more': 'of the author' }
    const earlier = await makeSource(texts)
    const base = await makeSource(texts, earlier.path)
    const specs = { folder: fetched, digests: { 'https://api.example/v1': 'digest' }, failures: {} }
    const target = way === 'linked' ? newFolder() : base.path
    const input = { base: way === 'linked' ? base.path : undefined, folder: target, bytes: 0, specs }
    const filled = await handlers.addFetched(input, room)
    const expected = { ...site, '.bindery-openapi/digest': 'openapi: 3.1.0' }
    expect(await readAll(join(target, sourceFiles))).toEqual(expected)
    const { list } = await packSource(target)
    const { root } = await openSource(list)
    expect(await readAll(root)).toEqual(expected)
    expect(dirname(root)).not.toBe(target)
    // An attempt whose process has ended is made again, and files of other sources stay as they were.
    expect((await handlers.addFetched(input, room)).sha256).toBe(filled.sha256)
    expect(await readAll(join(target, sourceFiles))).toEqual(expected)
    expect(await readAll(join(earlier.path, sourceFiles))).toEqual(texts)
  },
)

const listAll = async (path: string) => (await readdir(path, { recursive: true })).sort()

test.each<[string, Record<string, string>, string[]]>([
  ['nothing', site, []],
  ['a text', { ...site, 'a/b.mdx': 'New.' }, ['a/b.mdx']],
  ['a new file in a new folder', { ...site, 'x/y/new.mdx': 'New.' }, ['x/y/new.mdx']],
  ['a file with another name', { 'docs.json': '{}', 'c/b.mdx': site['a/b.mdx'] }, ['c/b.mdx']],
  ['a folder that is gone', { 'docs.json': '{}' }, []],
  ['a file where a folder was', { 'docs.json': '{}', a: 'A file.' }, ['a']],
  [
    'a folder where a file was',
    { 'docs.json/index.mdx': 'A page.', 'a/b.mdx': site['a/b.mdx'] },
    ['docs.json/index.mdx'],
  ],
])('the folder of an earlier source becomes that of one that differs in %s', async (_what, texts, changed) => {
  const [other, fresh] = [await makeSource(site), await makeSource(texts)]
  const own = await makeSource(site, other.path)
  const { read, filled } = await updateSource(own.path, texts)
  expect(read).toEqual(changed)
  expect(await listAll(own.path)).toEqual(await listAll(fresh.path))
  expect(await readAll(own.path)).toEqual(await readAll(fresh.path))
  expect(filled?.sha256).toBe(
    createHash('sha256')
      .update(await readFile(join(fresh.path, sourceListing)))
      .digest('hex'),
  )
  // Its files were links to those of another source.
  expect(await readAll(join(other.path, sourceFiles))).toEqual(site)
})

test('it takes as much of the disk as one that is made anew, after whatever number of changes', async () => {
  const made = await fillFolder({ folder: newFolder() }, toFiles(site), () => readTexts(site), noMeter)
  const own = await makeSource(site)
  let { bytes } = made
  for (const texts of [{ ...site, 'x/new.mdx': 'New.' }, site, { ...site, 'a/b.mdx': random(9_000, 1) }, site]) {
    bytes = (await updateSource(own.path, texts, bytes)).filled?.bytes ?? 0
  }
  expect(bytes).toBe(made.bytes)
})

async function* readTexts(texts: Record<string, string>) {
  for (const [path, text] of Object.entries(texts)) yield { path, bytes: Buffer.from(text) }
}

test('an update that broke off is not gone on with', async () => {
  const own = await makeSource(site)
  const texts = { ...site, 'a/b.mdx': 'New.' }
  const reads = () => {
    throw new Error('The process ended.')
  }
  await expect(updateFolder({ folder: own.path, bytes: 0 }, toFiles(texts), reads, noMeter)).rejects.toThrow('ended')
  expect((await updateSource(own.path, texts)).filled).toBeUndefined()
})
