import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
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

test('a logo that is not carried is told of where the configuration names it', async () => {
  await using folder = await makeFolder({
    'docs.json': { ...docs, logo: '/bad.svg', favicon: '/gone.svg' },
    'index.mdx': page('Home'),
    'bad.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
  })
  const { advice } = await planSite(folder.root)
  expect(advice).toEqual([
    expect.objectContaining({ file: 'docs.json', path: 'logo', message: expect.stringContaining('<script>') }),
    expect.objectContaining({ file: 'docs.json', path: 'favicon', message: expect.stringContaining('no such file') }),
  ])
})

test('of pages whose names differ only in case or form, the one of the navigation stands; the other is named', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index', 'api'] } },
    'index.mdx': page('Home'),
    'API.mdx': page('Upper'),
    'api.mdx': page('Lower'),
    'caf\u00e9.mdx': page('Composed'),
    'cafe\u0301.mdx': page('Decomposed'),
  })
  const plan = await planSite(folder.root)
  expect(plan.pages.map(({ file }) => file)).toEqual(['api.mdx', 'cafe\u0301.mdx', 'index.mdx'])
  expect(plan.leftOut).toEqual([
    { file: 'API.mdx', reason: 'API.html and api.html cannot stand side by side on every disk' },
    { file: 'caf\u00e9.mdx', reason: 'caf\u00e9.html and cafe\u0301.html cannot stand side by side on every disk' },
  ])
  expect(plan.advice).toEqual([])
})

test('two pages of the navigation with one name: the first stands, and the configuration is advised', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index', 'api', 'API'] } },
    'index.mdx': page('Home'),
    'API.mdx': page('Upper'),
    'api.mdx': page('Lower'),
  })
  const plan = await planSite(folder.root)
  expect(plan.navigation.root.entries).toEqual(['/', '/api'])
  expect(plan.advice).toMatchObject([{ path: 'navigation.pages[2]', message: expect.stringContaining('API.html') }])
})

test('of moved addresses that differ only in case the first has a page; a page goes before both', async () => {
  await using folder = await makeFolder({
    'docs.json': {
      ...docs,
      redirects: [
        { source: '/ref/api', destination: '/' },
        { source: '/ref/API', destination: '/' },
        { source: '/Index', destination: '/' },
        { source: '/old/:slug', destination: '/' },
      ],
    },
    'index.mdx': page('Home'),
  })
  const plan = await planSite(folder.root)
  expect(plan.redirects).toEqual([{ output: 'ref/api.html', destination: '/' }])
  expect(plan.advice.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'redirects: “/ref/API” has no page that leads on: ref/API.html and ref/api.html cannot stand side by side on every disk.',
    'redirects: “/Index” has no page that leads on: another file is called index.html already.',
  ])
  expect(plan.config.redirects).toHaveLength(4)
})

test('files whose name is taken, or belongs to a bundle, are offered under the name of their digest', async () => {
  await using folder = await makeFolder({
    'docs.json': docs,
    'index.mdx': page('Home'),
    'manifest.json': '{}',
    'delta.JSON': '{}',
    'deep/manifest.json': '{}',
    'Data.csv': '1',
    'data.csv': '2',
  })
  const { assets } = await planSite(folder.root)
  const renamed = Object.keys(assets).filter((path) => assets[path]?.renamed)
  expect(renamed).toEqual(['data.csv', 'delta.JSON', 'manifest.json'])
})

test('a page never takes the name of the page for unknown addresses, nor a place among our own files', async () => {
  await using folder = await makeFolder({
    'docs.json': docs,
    'Index.mdx': page('Home'),
    '404.mdx': page('Lost'),
    '_Bindery/report.mdx': page('Report'),
    'delta.json/part.mdx': page('Part'),
  })
  const plan = await planSite(folder.root)
  expect(plan.pages.map(({ route, output }) => [route, output])).toEqual([
    ['/404', '404/index.html'],
    ['/Index', 'index.html'],
  ])
  expect(plan.leftOut.map(({ file }) => file)).toEqual(['_Bindery/report.mdx', 'delta.json/part.mdx'])
})

test('behind a login only what is public is published, and the rest is named', async () => {
  await using folder = await makeFolder({
    'docs.json': {
      authentication: { method: 'password' },
      navigation: {
        groups: [
          { group: 'Open', public: true, pages: ['a'] },
          { group: 'Closed', pages: ['b', 'c'] },
        ],
      },
    },
    'a.mdx': page('A'),
    'b.mdx': page('B'),
    'c.mdx': page('C', '', 'public: true\n'),
    'd.mdx': page('D'),
  })
  const plan = await planSite(folder.root)
  expect(plan.pages.map(({ file }) => file)).toEqual(['a.mdx', 'c.mdx'])
  expect(plan.leftOut).toEqual(['b.mdx', 'd.mdx'].map((file) => ({ file, reason: 'readers must log in to see it' })))
  expect(plan.advice).toEqual([])
})

test('what never came into the folder is named with what is left out of it', async () => {
  await using folder = await makeFolder({ 'docs.json': docs, 'index.mdx': page('Home'), 'README.md': 'About' })
  const { leftOut } = await planSite(folder.root, { leftOut: [{ file: 'linked', reason: 'it is a link' }] })
  expect(leftOut.map(({ file }) => file)).toEqual(['README.md', 'linked'])
})

test('redirects that no server could read quickly, and those beyond the 500th pattern, have no effect and are named', async () => {
  const patterns = Array.from({ length: 501 }, (_, index) => ({ source: `/old-${index}/*`, destination: '/' }))
  const others = ['/:a.:b.:c.:d.!', `/${'a'.repeat(600)}`].map((source) => ({ source, destination: '/' }))
  await using folder = await makeFolder({
    'docs.json': { ...docs, redirects: [...others, ...patterns] },
    'index.mdx': page('Home'),
  })
  const { advice, redirects } = await planSite(folder.root)
  expect(redirects).toEqual([])
  expect(advice.map(({ message }) => message)).toEqual([
    '“/:a.:b.:c.:d.!” has no effect: it can be read in too many ways.',
    expect.stringMatching(/^“\/a+…” has no effect: it has more than 512 characters\.$/),
    'There are 501 redirects with a pattern, more than the 500 allowed: “/old-500/*” and those below it have no effect.',
  ])
})
