import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleOf, smallSite } from '../../testing/small-site.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Command = (archive: string, into: string) => [program: string, args: string[]]
const commands: [name: string, command: Command][] = [
  ['GNU tar', (archive, into) => ['tar', ['-xzf', archive, '-C', into]]],
  ['Python tarfile', (archive, into) => ['python3', ['-m', 'tarfile', '-e', archive, into]]],
  ['bsdtar', (archive, into) => ['bsdtar', ['-xzf', archive, '-C', into]]],
]

test.each(commands)('%s extracts an archive to the files it was made of', async (name, command) => {
  const files = smallSite()
  const archive = join(folder, 'site.tar.gz')
  await writeFile(archive, await bundleOf(files))
  const into = await mkdtemp(join(folder, `${name.split(' ')[0]}-`))
  // bsdtar reads names in the encoding of the locale.
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  const { status, stderr, error } = spawnSync(...command(archive, into), { encoding: 'utf8', env })
  expect({ status, stderr, error }).toEqual({ status: 0, stderr: '', error: undefined })
  expect(await treeOf(into)).toEqual([...files.map(({ path }) => path), 'manifest.json'].sort())
  for (const { path, bytes } of files) expect(await readFile(join(into, path))).toEqual(Buffer.from(bytes))
})

async function treeOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort()
}
