import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMeter } from '../../cache/meter.ts'
import { createSpace, type Lease } from '../../cache/space.ts'
import * as archives from './snapshot-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-snapshot-'))
})
afterAll(() => rm(folder, { recursive: true }))

const openRoom = (maxBytes = 1024 ** 3) =>
  createSpace({ maxBytes, largestBytes: maxBytes, patienceMs: 0, makeRoom: () => {} }).lease()
const placesOf = (archive: string, files: string) => ({ archive: join(folder, archive), folder: join(folder, files) })

async function writeSnapshot(places: ReturnType<typeof placesOf>, files: ReturnType<typeof sources>, room: Lease) {
  using meter = createMeter(room)
  return await archives.writeSnapshot(places, files, meter)
}

async function unpackSnapshot(archive: string, into: string, room: Lease) {
  using meter = createMeter(room)
  await archives.unpackSnapshot(archive, into, meter)
}

async function* sources(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) yield { path, bytes: Buffer.from(text) }
}

test('what goes into a snapshot comes out of it, byte for byte', async () => {
  const files = { 'docs.json': '{}', 'a b/ü.mdx': 'Grüße\n\nline', 'a b/empty.mdx': '' }
  const [wrote, unpacked] = [openRoom(), openRoom()]
  const written = await writeSnapshot(placesOf('archive', 'in'), sources(files), wrote)
  await unpackSnapshot(join(folder, 'archive'), join(folder, 'out'), unpacked)
  for (const [path, text] of Object.entries(files)) expect(await readFile(join(folder, 'out', path), 'utf8')).toBe(text)
  for (const [path, text] of Object.entries(files)) expect(await readFile(join(folder, 'in', path), 'utf8')).toBe(text)
  expect(unpacked.bytes).toBe(written)
  expect(wrote.bytes).toBe(written + (await stat(join(folder, 'archive'))).size)
  // Two small files and an empty one, and the folder of two of them.
  expect(written).toBeGreaterThan(3 * 4096)
})

test('the same files are the same bytes', async () => {
  const files = { a: '1', b: '2' }
  await writeSnapshot(placesOf('one', 'first'), sources(files), openRoom())
  await writeSnapshot(placesOf('two', 'second'), sources(files), openRoom())
  expect((await readFile(join(folder, 'one'))).equals(await readFile(join(folder, 'two')))).toBe(true)
})

test.each(['../outside', '/etc/outside', 'a/../../outside', '.git/config'])(
  'a snapshot cannot write %s',
  async (path) => {
    await writeFile(join(folder, 'evil'), gzipSync(`4 ${path}\nevil\n`))
    const target = await mkdtemp(join(folder, 'target-'))
    const unpacking = unpackSnapshot(join(folder, 'evil'), join(target, 'out'), openRoom())
    await expect(unpacking).rejects.toThrow('outside of its folder')
    expect(await readdir(target)).toEqual(['out'])
  },
)

test('a cut snapshot is refused', async () => {
  await writeFile(join(folder, 'cut'), gzipSync('10 a.mdx\nshort'))
  await expect(unpackSnapshot(join(folder, 'cut'), join(folder, 'cut-out'), openRoom())).rejects.toThrow()
})

test('a snapshot of more tiny files than there is room for is neither written nor unpacked to its end', async () => {
  const files = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`d${index}/page.mdx`, '']))
  await writeSnapshot(placesOf('many', 'many-files'), sources(files), openRoom())
  const tooSmall = () => openRoom(100 * 4096)
  const writing = writeSnapshot(placesOf('refused', 'refused-files'), sources(files), tooSmall())
  await expect(writing).rejects.toMatchObject({ code: 'too_large' })
  const unpacking = unpackSnapshot(join(folder, 'many'), join(folder, 'many-out'), tooSmall())
  await expect(unpacking).rejects.toMatchObject({ code: 'too_large' })
  for (const name of ['refused-files', 'many-out']) expect((await readdir(join(folder, name))).length).toBeLessThan(100)
})
