import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../test-folder.ts'
import { planSite } from './plan-site.ts'

const docs = { navigation: { pages: ['index'] } }

test('every page under the folder is published, in the order of its output', async () => {
  await using folder = await makeFolder({
    'docs.json': docs,
    'index.mdx': page('Home'),
    'z.md': page('Z'),
    'a/index.mdx': page('A'),
    'a/b.mdx': page('B'),
    'README.md': '# About the repository',
    'a/LICENSE.md': 'MIT',
    'AGENTS.md': 'For programs',
    'snippets/part.mdx': 'Shared',
    '_snippets/part.mdx': 'Shared',
    '.github/note.md': 'Hidden folder',
    'node_modules/x/readme.mdx': 'Not ours',
  })
  const plan = await planSite(folder.root)
  expect(plan.pages.map(({ route, output }) => [route, output])).toEqual([
    ['/a/b', 'a/b.html'],
    ['/a', 'a/index.html'],
    ['/', 'index.html'],
    ['/z', 'z.html'],
  ])
  expect(plan.sources).toEqual(['_snippets/part.mdx', 'snippets/part.mdx'])
  expect(plan.leftOut.map(({ file }) => file)).toEqual(['AGENTS.md', 'README.md', 'a/LICENSE.md'])
})

test('what an ignore file excludes is not there, and what it includes again is', async () => {
  await using folder = await makeFolder({
    'docs.json': docs,
    '.mintignore': '# drafts\ndrafts/\n*.draft.mdx\n/private.mdx\n',
    '.binderyignore': '**/internal/**\n!keep.draft.mdx\n',
    'index.mdx': page('Home'),
    'drafts/a.mdx': page('A'),
    'x/drafts/b.mdx': page('B'),
    'one.draft.mdx': page('C'),
    'keep.draft.mdx': page('D'),
    'private.mdx': page('E'),
    'x/private.mdx': page('F'),
    'x/internal/y/g.mdx': page('G'),
  })
  const { pages } = await planSite(folder.root)
  expect(pages.map(({ file }) => file)).toEqual(['index.mdx', 'keep.draft.mdx', 'x/private.mdx'])
})

test('pages for some readers only are left out and named; hidden ones are kept but stand nowhere', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index', 'secret', 'hidden'] } },
    'index.mdx': page('Home'),
    'secret.mdx': page('Secret', '', 'groups: ["staff"]\n'),
    'hidden.mdx': page('Hidden', '', 'hidden: true\n'),
  })
  const plan = await planSite(folder.root)
  expect(plan.leftOut).toEqual([{ file: 'secret.mdx', reason: 'only some groups of readers may see it' }])
  expect(plan.navigation.root.entries).toEqual(['/'])
  expect(plan.pages.find(({ route }) => route === '/hidden')).toMatchObject({
    hidden: true,
    noindex: true,
    named: true,
  })
})

test('titles come from the front matter, else from the name of the file', async () => {
  await using folder = await makeFolder({
    'docs.json': docs,
    'index.mdx': 'No front matter',
    'getting-started.mdx': 'Text',
    'guides/index.mdx': 'Text',
    'api.mdx': page('List users', '', 'sidebarTitle: List\nopenapi: "GET /users"\ntag: NEW\n'),
  })
  const { pages } = await planSite(folder.root)
  expect(pages.map(({ title }) => title)).toEqual(['List users', 'Getting started', 'Guides', 'Home'])
  expect(pages[0]).toMatchObject({ label: 'List', method: 'GET', tag: 'NEW' })
})

test('two files that claim one address: the better one has it, the other is named', async () => {
  await using folder = await makeFolder({
    'docs.json': docs,
    'index.mdx': page('Home'),
    'a.md': page('Markdown'),
    'a.mdx': page('MDX'),
    'a/index.mdx': page('Index'),
  })
  const plan = await planSite(folder.root)
  expect(plan.pages.map(({ route, file }) => [route, file])).toEqual([
    ['/a', 'a.mdx'],
    ['/a/index', 'a/index.mdx'],
    ['/', 'index.mdx'],
  ])
  expect(plan.leftOut).toEqual([{ file: 'a.md', reason: 'its address belongs to a.mdx' }])
})

test('links out of the folder are not followed', async () => {
  await using outside = await makeFolder({ 'secret.mdx': page('Secret') })
  await using folder = await makeFolder({ 'docs.json': docs, 'index.mdx': page('Home') })
  await symlink(outside.root, join(folder.root, 'linked'))
  await symlink(join(outside.root, 'secret.mdx'), join(folder.root, 'secret.mdx'))
  const { pages } = await planSite(folder.root)
  expect(pages.map(({ file }) => file)).toEqual(['index.mdx'])
})

test('LFS pointers and active drawings are known, but not carried', async () => {
  await using folder = await makeFolder({
    'docs.json': docs,
    'index.mdx': page('Home'),
    'big.png': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
    'bad.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'good.png': 'png',
    'page.html': '<script>alert(1)</script>',
  })
  const { assets } = await planSite(folder.root)
  expect(Object.keys(assets).sort()).toEqual(['bad.svg', 'big.png', 'docs.json', 'good.png'])
  expect(assets['big.png']?.refused).toMatch(/LFS/)
  expect(assets['bad.svg']?.refused).toMatch(/script/)
  expect(assets['good.png']?.refused).toBeUndefined()
})
