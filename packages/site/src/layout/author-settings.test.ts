import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { renderPage } from '../pipeline/render-page.ts'
import { createTools } from '../pipeline/tools.ts'
import { indexSite } from '../plan/index-site.ts'
import { planSite } from '../plan/plan-site.ts'

const tools = await createTools()
const pages = { 'a.mdx': page('A'), 'b.mdx': page('B') }

async function render(configuration: object, files: Record<string, string> = {}, route = '/a') {
  const navigation = { groups: [{ group: 'Start', pages: [{ group: 'Deep', pages: ['a', 'b'] }] }] }
  await using folder = await makeFolder({
    'docs.json': { name: 'S', navigation, ...configuration },
    ...pages,
    ...files,
  })
  const site = indexSite(await planSite(folder.root, { siteUrl: 'https://s.example' }))
  const { files: made, facts } = await renderPage(site.pages.get(route)!, site, folder.root, tools)
  return { html: Buffer.from(made[0]!.bytes).toString(), facts }
}

test('a banner has its type, a color that its text can be read on, and a button that closes it', async () => {
  const banner = { content: 'News', type: 'critical', color: { light: '#ffee00', dark: '#220000' }, dismissible: true }
  const { html } = await render({ banner })
  expect(html).toMatch(/<html[^>]* data-bindery-banner="[0-9a-f]{12}"/)
  expect(html).toMatch(
    /<aside class="site-banner site-banner-critical"[^>]*style="--banner:light-dark\(#ffee00,#220000\)/,
  )
  expect(html).toMatch(/--banner-ink:light-dark\(oklch\(0\.1 [^)]*\),oklch\(1 0 0\)\)/)
  expect(html).toContain('class="banner-close"')
  const plain = await render({ banner: { content: 'News' } })
  expect(plain.html).not.toMatch(/banner-close|data-bindery-banner/)
})

test('a language has a banner, a navbar and a footer of its own', async () => {
  const own = {
    banner: { content: 'Nouvelles' },
    navbar: { links: [{ label: 'Aide', href: '/b' }] },
    footer: { links: [{ header: 'Pied', items: [{ label: 'Bas', href: '/b' }] }] },
  }
  const navigation = {
    languages: [
      { language: 'en', pages: ['b'] },
      { language: 'fr', pages: ['a'], ...own },
    ],
  }
  const site = {
    navigation,
    banner: { content: 'News' },
    navbar: { links: [{ type: 'github', href: 'https://g.example' }] },
  }
  const french = await render(site)
  expect(french.html).toMatch(/Nouvelles.*Aide.*Bas/s)
  expect(french.html).not.toMatch(/News|g\.example/)
  const english = await render(site, {}, '/b')
  expect(english.html).toMatch(/News.*GitHub/s)
  expect(english.html).not.toMatch(/Nouvelles|Aide|Bas/)
})

test('breadcrumbs are links, and the way in for a reader who drills down', async () => {
  const { html } = await render({ styling: { eyebrows: 'breadcrumbs' }, interaction: { drilldown: true } }, {}, '/b')
  expect(html).toMatch(
    /<nav class="eyebrow breadcrumbs"[^>]*><ol><li><a href="a.html">Start<\/a><\/li><li><a href="a.html">Deep/,
  )
  expect(html).toMatch(/nav-rooted"><a href="a.html">Deep<\/a>/)
  expect((await render({}, {}, '/b')).html).toContain('<p class="eyebrow">Deep</p>')
})

test('the canonical address is a link: of the page, of the site that the author names, or of this one', async () => {
  const canonical = async (configuration: object, front = '') =>
    /<link rel="canonical" href="([^"]*)"/.exec(
      (await render(configuration, { 'a.mdx': page('A', '', front) })).html,
    )?.[1]
  const seo = { metatags: { canonical: 'https://docs.example/' } }
  expect(await canonical({})).toBe('https://s.example/a')
  expect(await canonical({ seo })).toBe('https://docs.example/a')
  expect(await canonical({ seo }, 'canonical: https://other.example/a\n')).toBe('https://other.example/a')
  expect((await render({ seo })).html).not.toContain('name="canonical"')
})

test("a page's own tags win over the site's, and its picture has a whole address and is carried", async () => {
  const front = '"og:title": Social\n"og:image": /i.svg\nrobots: noindex, nofollow\n'
  const { html, facts } = await render(
    { seo: { metatags: { 'og:title': 'Site', robots: 'all', 'twitter:site': '@s' } } },
    { 'a.mdx': page('A', '', front), 'i.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  )
  expect(html).toContain('<meta property="og:title" content="Social"/>')
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  expect(html).toContain('<meta name="twitter:site" content="@s"/>')
  expect(html).toMatch(/property="og:image" content="https:\/\/s\.example\/_bindery\/assets\/i-[0-9a-f]{12}\.svg"/)
  expect(html.match(/og:title|name="robots"/g)).toHaveLength(2)
  expect(facts.assets).toEqual(['i.svg'])
  expect(facts.search).toBeUndefined()
})

test('the menu of a page holds the plain links that its author chose, and only those', async () => {
  const own = { title: 'Ask', href: { base: 'https://x.example/new', query: [{ key: 'p', value: '$path' }] } }
  const { html } = await render({ contextual: { options: ['view', 'claude', 'mcp', own] } })
  expect(html).toContain('<a href="a.md">Markdown</a>')
  expect(html).toContain('https://claude.ai/new?q=Read%20https%3A%2F%2Fs.example%2Fa%20')
  expect(html).toContain('<a href="https://x.example/new?p=%2Fa">Ask</a>')
  expect(html).not.toContain('copy-page')
  const none = await render(
    { contextual: { options: ['view'] } },
    { 'a.mdx': page('A', '', 'contextual: {options: []}\n') },
  )
  expect(none.html).not.toMatch(/page-menu|copy-page/)
})

test('a page may do without its neighbours, name others, and be found by words that it does not say', async () => {
  const front = 'hideFooterPagination: true\nrelated: [/b, {Far: https://far.example/}]\nkeywords: [lighthouse]\n'
  const { html, facts } = await render({}, { 'a.mdx': page('A', '', front) })
  expect(html).not.toContain('class="pager"')
  expect(html).toMatch(/class="related".*<a href="b.html">B<\/a>.*<a href="https:\/\/far.example\/">Far<\/a>/s)
  expect(facts.search?.terms).toContain('lighthouse')
  const unsearched = await render({}, { 'a.mdx': page('A', '', 'searchable: false\n') })
  expect(unsearched.facts.search).toBeUndefined()
})

test('tabs stand at the end of their line, icons have their color, and the search its prompt', async () => {
  const color = { light: '#ff0000', dark: '#00ff00' }
  const tabs = [
    { tab: 'One', pages: ['a'] },
    { tab: 'Two', align: 'end', pages: ['b'] },
  ]
  const navigation = { tabs, global: { anchors: [{ anchor: 'Out', icon: 'star', color, href: 'https://o.example' }] } }
  const { html } = await render({ navigation, search: { prompt: 'Ask us' } })
  expect(html).toContain('<li class="nav-end"><a href="b.html">Two')
  expect(html).toContain('style="--nav-color:light-dark(#ff0000,#00ff00)"')
  expect(html).toMatch(/<span>Ask us<\/span>/)
})

test('a page leads to its file where the author says how, and nowhere without a text of its own', async () => {
  const suggestEdit = 'https://git.example/edit/main/docs/$file?from=$file'
  const files = {
    'deep/a b.mdx': page('Deep'),
    'api.json': JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/boats': { get: { responses: {} } } } }),
  }
  const navigation = { pages: ['a', 'deep/a b', { group: 'API', openapi: 'api.json', pages: ['GET /boats'] }] }
  const edit = async (feedback: object, route: string) =>
    /<a class="edit-link" href="([^"]*)"/.exec((await render({ navigation, feedback }, files, route)).html)?.[1]
  expect(await edit({ suggestEdit }, '/a')).toBe('https://git.example/edit/main/docs/a.mdx?from=a.mdx')
  expect(await edit({ suggestEdit }, '/deep/a b')).toContain('/docs/deep/a%20b.mdx?')
  expect(await edit({ suggestEdit }, '/api-reference/get-boats')).toBeUndefined()
  for (const none of [true, false, 'https://git.example/edit', 'javascript:alert("$file")', '/edit/$file', 7])
    expect(await edit({ suggestEdit: none }, '/a'), String(none)).toBeUndefined()
  expect(await edit({}, '/a')).toBeUndefined()
})

test('pages of a folder have its tags, and a page says when it was last changed', async () => {
  const paths = [
    { path: 'b', metatags: { author: 'B' } },
    { path: '/a/', metatags: { author: 'A' } },
  ]
  const front = 'lastUpdatedDate: 2026-11-16T10:00:00Z\n'
  const { html } = await render({ seo: { metatags: { author: 'All' }, paths } }, { 'a.mdx': page('A', '', front) })
  expect(html).toContain('<meta name="author" content="A"/>')
  expect(html).toContain('Last updated on <time datetime="2026-11-16">')
  const hidden = await render({}, { 'a.mdx': page('A', '', `${front}timestamp: false\n`) })
  expect(hidden.html).not.toContain('Last updated')
})
