import { expect, test } from 'vitest'
import { planSite } from '../plan/plan-site.ts'
import { makeFolder, page } from '../test-folder.ts'
import { createRedirects } from './match-redirect.ts'
import { resolveLink } from './resolve-link.ts'
import { indexSite } from './site-index.ts'

async function makeSite() {
  const folder = await makeFolder({
    'docs.json': {
      navigation: { pages: ['index', 'guides/first', 'guides/deep/second'] },
      redirects: [
        { source: '/old', destination: '/guides/first' },
        { source: '/print/:slug*', destination: '/:slug*' },
        { source: '/away', destination: 'https://example.com/there' },
      ],
    },
    'index.mdx': page('Home'),
    'guides/index.mdx': page('Guides'),
    'guides/first.mdx': page('First'),
    'guides/deep/second.mdx': page('Second'),
    'guides/ünï code.mdx': page('Unicode'),
    'files/paper.pdf': 'pdf',
  })
  const site = indexSite(await planSite(folder.root))
  return { ...folder, from: (route: string, href: string) => resolveLink(href, site.pages.get(route)!, site) }
}

test('every spelling of one page is one page', async () => {
  await using site = await makeSite()
  for (const href of [
    '/guides/first',
    '/guides/first/',
    '/guides/first.html',
    '/guides/first.mdx',
    '../first',
    '../first.mdx',
  ]) {
    expect(site.from('/guides/deep/second', href), href).toMatchObject({ kind: 'page', href: '../first.html' })
  }
  for (const href of ['/', '/index', '../../', '../../index.mdx']) {
    expect(site.from('/guides/deep/second', href), href).toMatchObject({ kind: 'page', href: '../../index.html' })
  }
})

test('queries and anchors are kept, and an anchor alone stays on the page', async () => {
  await using site = await makeSite()
  expect(site.from('/', '/guides/first?a=1#b')).toMatchObject({ href: 'guides/first.html?a=1#b', anchor: 'b' })
  expect(site.from('/guides/first', '#here')).toMatchObject({ href: '#here', route: '/guides/first', anchor: 'here' })
})

test('a folder with an index is linked as its index', async () => {
  await using site = await makeSite()
  expect(site.from('/', '/guides')).toMatchObject({ kind: 'page', href: 'guides/index.html' })
})

test('names beyond ASCII are encoded', async () => {
  await using site = await makeSite()
  expect(site.from('/', '/guides/ünï%20code').href).toBe('guides/%C3%BCn%C3%AF%20code.html')
})

test('moved pages are linked where they are now', async () => {
  await using site = await makeSite()
  expect(site.from('/', '/old#x')).toMatchObject({ kind: 'page', href: 'guides/first.html#x' })
  expect(site.from('/', '/print/guides/first')).toMatchObject({ kind: 'page', href: 'guides/first.html' })
  expect(site.from('/', '/away')).toMatchObject({ kind: 'outside', href: 'https://example.com/there' })
})

test('files keep their name, other hosts their address, and the rest is broken', async () => {
  await using site = await makeSite()
  expect(site.from('/guides/first', '/files/paper.pdf')).toMatchObject({ kind: 'file', href: '../files/paper.pdf' })
  expect(site.from('/', '//example.com/x')).toMatchObject({ kind: 'outside', href: 'https://example.com/x' })
  expect(site.from('/', 'mailto:a@b.c')).toMatchObject({ kind: 'outside' })
  expect(site.from('/', '/nowhere')).toMatchObject({ kind: 'broken', href: 'nowhere.html' })
})

test('no link climbs out of the site', async () => {
  await using site = await makeSite()
  expect(site.from('/guides/first', '../../../../etc/passwd')).toMatchObject({
    kind: 'broken',
    href: '../etc/passwd.html',
  })
})

test('a redirect with many parts of any length is no redirect, since it could be read in too many ways', () => {
  const source = `/${':a*x'.repeat(8)}y`
  const find = createRedirects([{ source, destination: '/b', permanent: true }])
  expect(find(`/${'x'.repeat(200)}`)).toBeUndefined()
  expect(createRedirects([{ source: '/a/:x*/b/*', destination: '/c', permanent: true }])('/a/1/b/2')).toBe('/c')
})
