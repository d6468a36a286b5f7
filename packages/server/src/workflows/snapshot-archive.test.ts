import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackSnapshot, writeSnapshot } from './snapshot-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-snapshot-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function* sources(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) yield { path, bytes: Buffer.from(text) }
}

test('what goes into a snapshot comes out of it, byte for byte', async () => {
  const files = { 'docs.json': '{}', 'a b/ü.mdx': 'Grüße\n\nline', 'a b/empty.mdx': '' }
  const written = await writeSnapshot(join(folder, 'archive'), sources(files), join(folder, 'in'))
  const bytes = await unpackSnapshot(join(folder, 'archive'), join(folder, 'out'))
  for (const [path, text] of Object.entries(files)) expect(await readFile(join(folder, 'out', path), 'utf8')).toBe(text)
  for (const [path, text] of Object.entries(files)) expect(await readFile(join(folder, 'in', path), 'utf8')).toBe(text)
  expect(written).toBe(bytes)
  expect(bytes).toBe(Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0))
})

test('the same files are the same bytes', async () => {
  const files = { a: '1', b: '2' }
  await writeSnapshot(join(folder, 'one'), sources(files), join(folder, 'first'))
  await writeSnapshot(join(folder, 'two'), sources(files), join(folder, 'second'))
  expect((await readFile(join(folder, 'one'))).equals(await readFile(join(folder, 'two')))).toBe(true)
})

test.each(['../outside', '/etc/outside', 'a/../../outside', '.git/config'])(
  'a snapshot cannot write %s',
  async (path) => {
    await writeFile(join(folder, 'evil'), gzipSync(`4 ${path}\nevil\n`))
    const target = await mkdtemp(join(folder, 'target-'))
    await expect(unpackSnapshot(join(folder, 'evil'), join(target, 'out'))).rejects.toThrow('outside of its folder')
    expect(await readdir(target)).toEqual(['out'])
  },
)

test('a cut snapshot is refused', async () => {
  await writeFile(join(folder, 'cut'), gzipSync('10 a.mdx\nshort'))
  await expect(unpackSnapshot(join(folder, 'cut'), join(folder, 'cut-out'))).rejects.toThrow()
})
