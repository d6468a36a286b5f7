import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyChanges, openTree } from './open-tree.ts'
import { findPage, readPage } from './read-page.ts'
import { Refusal, type Tree } from './tree.ts'

let folder = ''
let root = ''
let tree: Tree

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bindery-tree-')))
  root = join(folder, 'checkout')
  await mkdir(join(root, '.git/hooks'), { recursive: true })
  await mkdir(join(root, 'guides'))
  await writeFile(join(root, 'guides/start.mdx'), 'Start.\n')
  await writeFile(join(folder, 'secret.txt'), 'outside')
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'))
  await symlink(folder, join(root, 'out'))
  await symlink('guides/start.mdx', join(root, 'inside.mdx'))
  tree = await openTree(root)
})

afterEach(() => rm(folder, { recursive: true }))

test.each([
  '../secret.txt',
  'guides/../../secret.txt',
  '/etc/passwd',
  '~/.ssh/id_rsa',
  'C:/windows/win.ini',
  'guides\\..\\..\\secret.txt',
  '.git/config',
  '.GIT/hooks/pre-commit',
  'guides/.git/config',
  '.git /config',
  '.git./config',
  '.g\u200cit/config',
  'git~1/config',
  '.git::$INDEX_ALLOCATION/config',
  'link.txt',
  'out/secret.txt',
  'out/new.txt',
  'inside.mdx',
  'guides/start.mdx/below',
  'a\0b',
  'a\nb',
  'a\ud800',
  'a'.repeat(401),
  'ü'.repeat(128),
])('%j can be neither read nor written nor removed', async (path) => {
  await expect(tree.readBytes(path, 1000)).rejects.toThrow(Refusal)
  await expect(tree.write(path, 'x')).rejects.toThrow(Refusal)
  await expect(tree.remove(path)).rejects.toThrow(Refusal)
})

test('whatever a path is made of, it is refused or stays inside', async () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    'a',
    '.git',
    'out',
    'link.txt',
    'guides',
    '...',
    '~',
    'C:',
    '\\',
    '.git ',
    'ä',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
      const error = await tree.write(parts.join('/'), 'written').catch((thrown: unknown) => thrown)
      if (error !== undefined) expect(error).toBeInstanceOf(Refusal)
      expect((await readdir(folder)).sort()).toEqual(['checkout', 'secret.txt'])
      expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('outside')
      expect(await readdir(join(root, '.git'))).toEqual(['hooks'])
    }),
  )
})

test('a list is sorted, and names no link and nothing of git', async () => {
  await tree.write('guides/b/deep.mdx', '')
  await tree.write('a.mdx', '')
  await tree.write('node_modules/x/readme.md', '')
  expect(await tree.list()).toEqual({ paths: ['a.mdx', 'guides/b/deep.mdx', 'guides/start.mdx'], isCut: false })
  expect((await tree.list('./guides/b/')).paths).toEqual(['guides/b/deep.mdx'])
  await expect(tree.list('out')).rejects.toThrow(Refusal)
  await expect(tree.list('nowhere')).rejects.toThrow(Refusal)
})

test('only UTF-8 text of a bounded size is opened', async () => {
  await writeFile(join(root, 'latin.md'), Buffer.from([0x66, 0xfc, 0x72]))
  await writeFile(join(root, 'binary.md'), 'a\0b')
  await writeFile(join(root, 'large.md'), 'x'.repeat(11))
  await expect(readPage(tree, 'latin.md')).rejects.toThrow('latin.md is not a text in UTF-8.')
  await expect(readPage(tree, 'binary.md')).rejects.toThrow('not a text')
  await expect(readPage(tree, 'large.md', 10)).rejects.toThrow('large.md has 11 bytes')
  await expect(readPage(tree, 'missing.md')).rejects.toThrow('There is no file missing.md')
  expect(await findPage(tree, 'missing.md')).toBeUndefined()
})

test('a byte order mark and line ends survive', async () => {
  await writeFile(join(root, 'mark.md'), '\ufeffa\r\nb')
  await tree.write('mark.md', await readPage(tree, 'mark.md'))
  expect(await readFile(join(root, 'mark.md'), 'utf8')).toBe('\ufeffa\r\nb')
})

test('recorded changes bring another checkout to the same state', async () => {
  await applyChanges(tree, [
    { path: 'new/page.mdx', content: 'one' },
    { path: 'new/page.mdx', content: 'two' },
    { path: 'guides/start.mdx', content: null },
    { path: 'guides/never-there.mdx', content: null },
  ])
  expect((await tree.list()).paths).toEqual(['new/page.mdx'])
  expect(await readPage(tree, 'new/page.mdx')).toBe('two')
})
