import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import type { PageMode } from '../model/page-mode.ts'
import { indexSite } from '../plan/index-site.ts'
import { planSite } from '../plan/plan-site.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import { createChrome } from './chrome.ts'
import { layOutPage } from './lay-out-page.ts'
import { themeOf } from './theme/theme-of.ts'

async function makeSite(docs: object, files: Record<string, string>) {
  await using folder = await makeFolder({ 'docs.json': docs, ...files })
  const site = indexSite(await planSite(folder.root))
  return (route: string, content = '', banner = '', mode: PageMode = 'default') =>
    layOutPage({
      chrome: createChrome(site.pages.get(route)!, site, createPageIcons('lucide')),
      description: undefined,
      mode,
      content,
      banner,
      headings: [],
      theme: themeOf(site),
    }).text
}

function manyPages(count: number) {
  const names = Array.from({ length: count }, (_, index) => `page-${String(index).padStart(5, '0')}`)
  const groups = Array.from({ length: count / 20 }, (_, index) => ({
    group: `Group ${String(index).padStart(5, '0')}`,
    pages: names.slice(index * 20, index * 20 + 20),
  }))
  return {
    docs: { navigation: { groups } },
    files: Object.fromEntries(names.map((name) => [`${name}.mdx`, page(name)])),
  }
}

test('each mode has around its content what is documented of it, and no more', async () => {
  const docs = { footer: { socials: { github: 'https://github.com/x' } }, navigation: { pages: ['index', 'b'] } }
  const layOut = await makeSite(docs, { 'index.mdx': page('Home'), 'b.mdx': page('B') })
  const parts = ['<div class="contents-side">', '<header class="page-header">', '<nav class="pager"', '<footer']
  const found = (['default', 'wide', 'center', 'frame', 'custom'] as const).map((mode) => {
    const text = layOut('/', '<p>x</p>', '', mode)
    return [mode, ...parts.map((part) => text.includes(part))]
  })
  expect(found).toEqual([
    ['default', true, true, true, true],
    ['wide', false, true, true, true],
    ['center', false, true, true, true],
    ['frame', false, false, false, true],
    ['custom', false, false, false, false],
  ])
})

test('words that only a script shows are those of the language, or of the author', async () => {
  const docs = {
    words: { enlarge: '<Groß>' },
    navigation: { languages: [{ language: 'de', pages: ['index'] }] },
  }
  const layOut = await makeSite(docs, { 'index.mdx': page('Start') })
  expect(layOut('/')).toContain('&quot;close&quot;:&quot;Schließen&quot;,&quot;enlarge&quot;:&quot;&lt;Groß&gt;&quot;')
  expect(layOut('/')).toContain('&quot;shortcuts&quot;:&quot;Tastenkürzel&quot;')
})

test('what stands around a page does not grow with the site', async () => {
  const [small, large] = [manyPages(1000), manyPages(4000)]
  const ofSmall = (await makeSite(small.docs, small.files))('/page-00500')
  const ofLarge = (await makeSite(large.docs, large.files))('/page-02000')
  expect(ofLarge.length / ofSmall.length).toBeLessThan(1.01)
  expect(ofLarge.length).toBeLessThan(12_000)
})

test('the page, its group and the way to all others stand in the sidebar of a large section', async () => {
  const { docs, files } = manyPages(1000)
  const html = (await makeSite(docs, files))('/page-00500')
  expect(html).toContain('<a href="page-00500.html" aria-current="page">page-00500</a>')
  expect(html).toContain('page-00519.html')
  expect(html).toMatch(/class="sidebar-all" href="_bindery\/pages\/[0-9a-f]{10}\.html"/)
})

test('languages switch to the same page where there is one, else to their first', async () => {
  const render = await makeSite(
    {
      navigation: {
        languages: [
          { language: 'en', pages: ['a', 'b'] },
          { language: 'ar', pages: ['ar/a'] },
        ],
      },
    },
    { 'a.mdx': page('A'), 'b.mdx': page('B'), 'ar/a.mdx': page('أ') },
  )
  expect(render('/ar/a')).toContain('<html lang="ar" dir="rtl"')
  expect(render('/ar/a')).toContain('<a href="../a.html">English</a>')
  expect(render('/b')).toContain('<a href="ar/a.html">العربية</a>')
})

test('a switch says what it switches and where it stands, in a name that begins as it is read', async () => {
  const render = await makeSite(
    {
      navigation: {
        versions: [
          { version: 'v2', pages: ['a'] },
          { version: 'v1', pages: ['b'] },
        ],
      },
    },
    { 'a.mdx': page('A'), 'b.mdx': page('B') },
  )
  expect(render('/a')).toContain(
    '<summary><span class="visually-hidden">Version: </span><span class="switch-name">v2</span></summary>',
  )
})

test('a language may be called as what every object has', async () => {
  const render = await makeSite(
    {
      navigation: {
        languages: [
          { language: 'constructor', pages: ['a'] },
          { language: 'en', pages: ['b'] },
        ],
      },
    },
    { 'a.mdx': page('A'), 'b.mdx': page('B') },
  )
  expect(render('/a')).toContain('<html lang="constructor"')
  expect(render('/b')).toContain('<a href="a.html">constructor</a>')
})

test('a group with a page of its own has the link beside its summary, never in it', async () => {
  const groups = [{ group: 'One', pages: ['a', { group: 'Two', root: 'b', pages: ['c'] }] }]
  const render = await makeSite(
    { navigation: { groups } },
    { 'a.mdx': page('A'), 'b.mdx': page('B'), 'c.mdx': page('C') },
  )
  expect(render('/a')).toContain(
    '<li class="nav-group nav-rooted"><a href="b.html">Two</a><details><summary><span class="visually-hidden">Two</span></summary>',
  )
})

test('a logo and an icon of another host may be loaded, and the page tells of it', async () => {
  const logo = { light: 'https://logos.example.com/light.svg', dark: '//Dark.example.com/dark.svg' }
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['a'] }, logo, favicon: 'https://icons.example.com/icon.png' },
    'a.mdx': page('A'),
  })
  const site = indexSite(await planSite(folder.root))
  const chrome = createChrome(site.pages.get('/a')!, site, createPageIcons('lucide'))
  const parts = { description: undefined, mode: 'default', content: '', banner: '' } as const
  const { text, hosts } = layOutPage({ ...parts, chrome, headings: [], theme: themeOf(site) })
  expect(hosts).toEqual(['dark.example.com', 'icons.example.com', 'logos.example.com'])
  expect(text).toContain(
    "img-src 'self' data: https://dark.example.com https://icons.example.com https://logos.example.com;",
  )
})

test('nothing that an author names becomes markup or script', async () => {
  const evil = '"><script>alert(1)</script>'
  const render = await makeSite(
    {
      name: evil,
      colors: { primary: '#000;}</style><script>alert(1)</script>' },
      logo: 'javascript:alert(1)',
      favicon: `/x.png${evil}`,
      navbar: {
        links: [{ label: evil, href: 'javascript:alert(1)' }],
        primary: { type: evil, href: ' java\nscript:alert(1)' },
      },
      footer: { socials: { x: 'data:text/html,<script>alert(1)</script>' } },
      navigation: {
        global: { anchors: [{ anchor: evil, href: 'vbscript:x', icon: evil }] },
        tabs: [
          { tab: evil, icon: evil, groups: [{ group: evil, tag: evil, pages: ['a', { group: evil, pages: ['b'] }] }] },
          { tab: 'Out', href: 'JaVaScRiPt:alert(1)' },
        ],
      },
    },
    { 'a.mdx': `---\ntitle: '${evil}'\nurl: 'javascript:alert(1)'\ntag: '${evil}'\n---\n`, 'b.mdx': page('B') },
  )
  for (const html of [render('/a'), render('/b')]) {
    // The one of our own.
    expect(html.split('<script>')).toHaveLength(2)
    expect(html).not.toMatch(/(?:href|src)="\s*(?:java|vb)[\s\S]{0,2}script:/i)
    expect(html).not.toContain('href="data:')
  }
})

test('landmarks have names of their own, and links of the header stand in the sheet of phones too', async () => {
  const render = await makeSite(
    { navigation: { pages: ['a'] }, navbar: { links: [{ label: 'Blog', href: 'https://example.com' }] } },
    { 'a.mdx': page('A') },
  )
  const html = render('/a', '', 'News')
  expect(html.match(/<aside[^>]*>/g)).toEqual([
    '<aside class="site-banner" aria-label="Announcement">',
    '<aside class="sidebar" id="bindery-sidebar" data-bindery-sidebar aria-label="Sidebar">',
  ])
  expect(html.match(/<a href="https:\/\/example\.com">Blog<\/a>/g)).toHaveLength(2)
  expect(html).not.toContain('rel="preload"')
})

test('a page may load its own site and what its author embedded, nothing else', async () => {
  const render = await makeSite({ navigation: { pages: ['a'] } }, { 'a.mdx': page('A') })
  const html = render(
    '/a',
    '<img src="https://Images.example.com/a.png"><iframe src="https://www.youtube.com/embed/x"></iframe>',
  )
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'") ?? ''
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    expect.stringMatching(/^script-src 'self'(?: 'sha256-[\w+/]{43}='){2}$/),
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: https://images.example.com",
    "media-src 'self'",
    'frame-src https://www.youtube.com',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(html).not.toMatch(/<base|type="module"|\son[a-z]+=/)
})
