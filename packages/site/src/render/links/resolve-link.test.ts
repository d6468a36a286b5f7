import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { indexSite } from '../../plan/index-site.ts'
import { planSite } from '../../plan/plan-site.ts'
import { createRedirects } from '../../plan/redirects/match-redirect.ts'
import { resolveLink } from './resolve-link.ts'

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

test('a redirect that could be read in too many ways is no redirect', () => {
  const find = (source: string, route: string) =>
    createRedirects([{ source, destination: '/c', permanent: true }])(route)
  expect(find(`/${':a*x'.repeat(8)}y`, `/${'x'.repeat(200)}`)).toBeUndefined()
  expect(find('/:a.:b.:c.:d.!', '/1.2.3.4.!')).toBeUndefined()
  expect(find('/a/:x*/b/*', '/a/1/b/2')).toBe('/c')
  expect(find('/:y-:m-:d/*', '/2026-11-16/x')).toBe('/c')
})

test('of two redirects for one address the first counts, as on every server', () => {
  const redirects = ['/b', '/c'].map((destination) => ({ source: '/a', destination, permanent: true }))
  expect(createRedirects(redirects)('/a')).toBe('/b')
})

test('a destination may name a part more than once, and no name is taken for the start of a longer one', () => {
  const find = createRedirects([{ source: '/:a/:ab', destination: '/:ab/:a/:ab', permanent: true }])
  expect(find('/1/2')).toBe('/2/1/2')
})

test('as many patterns as a site may have take milliseconds for an address, however they are written', () => {
  const sources = ['/*a*b!', '/:a-:b-:c!', `/*${'a'.repeat(400)}b/*`, '/:x*/:a.:b!', `/${':a/'.repeat(7)}*b!`]
  const redirects = Array.from({ length: 600 }, (_, index) => ({
    source: `${sources[index % sources.length]}${index}`,
    destination: '/c',
    permanent: true,
  }))
  const find = createRedirects(redirects)
  const before = process.cpuUsage()
  for (const piece of ['a', 'a-', 'a.', 'a/', 'ab']) expect(find(`/${piece.repeat(255)}`)).toBeUndefined()
  // 80 ms on a calm machine, of which the longest address takes 30; as expressions hours.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000)
})
