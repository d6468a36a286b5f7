import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchFolder } from './watch-folder.ts'

/** A watched folder, and all that it has told of. */
async function watchNew() {
  const root = await mkdtemp(join(tmpdir(), 'bindery-watch-'))
  await mkdir(join(root, 'docs'))
  await mkdir(join(root, 'node_modules'))
  const told = new Set<string>()
  let heard = Promise.withResolvers<void>()
  const watching = watchFolder(root, (paths) => {
    for (const path of paths) told.add(path)
    heard.resolve()
    heard = Promise.withResolvers()
  })
  const until = async (path: string) => {
    while (!told.delete(path)) await heard.promise
  }
  const dispose = async () => {
    watching[Symbol.dispose]()
    await rm(root, { recursive: true })
  }
  return { root, told, until, [Symbol.asyncDispose]: dispose }
}

test('what is written is told, but never of packages and hidden files', async () => {
  await using folder = await watchNew()
  await writeFile(join(folder.root, 'node_modules/x.mdx'), 'x')
  await writeFile(join(folder.root, '.hidden'), 'x')
  await writeFile(join(folder.root, 'a.mdx'), 'a')
  await writeFile(join(folder.root, 'docs/b.mdx'), 'b')
  await folder.until('a.mdx')
  await folder.until('docs/b.mdx')
  expect([...folder.told]).toEqual([])
})

test('a file is followed through every renaming over it', async () => {
  await using folder = await watchNew()
  for (const text of ['one', 'two', 'three']) {
    await writeFile(join(folder.root, 'docs/.a.tmp'), text)
    await rename(join(folder.root, 'docs/.a.tmp'), join(folder.root, 'docs/a.mdx'))
    await folder.until('docs/a.mdx')
  }
  await writeFile(join(folder.root, 'docs/a.mdx'), 'four')
  await folder.until('docs/a.mdx')
})

test('a folder that comes later is watched, and so is one that took the place of another', async () => {
  await using folder = await watchNew()
  await mkdir(join(folder.root, 'new'))
  await folder.until('new')
  await writeFile(join(folder.root, 'new/a.mdx'), 'a')
  await folder.until('new/a.mdx')
  await rm(join(folder.root, 'docs'), { recursive: true })
  await rename(join(folder.root, 'new'), join(folder.root, 'docs'))
  await folder.until('new')
  await folder.until('docs')
  await writeFile(join(folder.root, 'docs/a.mdx'), 'changed')
  await folder.until('docs/a.mdx')
})

test('a site that was built inside the docs folder is left alone', async () => {
  await using folder = await watchNew()
  await mkdir(join(folder.root, 'site.building/_bindery'), { recursive: true })
  await rename(join(folder.root, 'site.building'), join(folder.root, 'site'))
  await folder.until('site')
  await writeFile(join(folder.root, 'site/index.html'), 'x')
  await writeFile(join(folder.root, 'a.mdx'), 'a')
  await folder.until('a.mdx')
  expect([...folder.told].filter((path) => path.includes('/'))).toEqual([])
})
