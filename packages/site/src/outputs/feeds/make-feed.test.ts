import { beforeAll, expect, test } from 'vitest'
import { readXml, textsOf } from '../../../testing/read-xml.ts'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { renderPage } from '../../pipeline/render-page.ts'
import { createTools, type Tools } from '../../pipeline/tools.ts'
import { indexSite } from '../../plan/index-site.ts'
import { planSite } from '../../plan/plan-site.ts'

let tools: Tools
beforeAll(async () => {
  tools = await createTools()
})

const siteUrl = 'https://docs.example.com/sub'
const entries = `<Update label="v2.0" description="June 11, 2025" tags={["Fixes & more"]}>
  ## A crane

  See [the guide](/guide) & the "yard".
</Update>

<Update label="May 2025" rss={{ title: "Lamps <new>", description: "On the <mole> & more" }}>
  Text.
</Update>`

async function build(files: Record<string, string>, address: string | undefined = siteUrl, route = '/news/changelog') {
  await using folder = await makeFolder({
    'docs.json': { name: 'Acme & Co', navigation: { pages: ['index', 'guide', 'news/changelog'] } },
    'index.mdx': page('Home'),
    'guide.mdx': page('Guide'),
    ...files,
  })
  const site = indexSite(await planSite(folder.root, address === '' ? {} : { siteUrl: address }))
  const rendered = await renderPage(site.pages.get(route)!, site, folder.root, tools)
  const written = Object.fromEntries(rendered.files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]))
  return { written, html: written['news/changelog.html'] ?? '', feed: written['news/changelog/rss.xml'] }
}

test('a changelog is a feed, with whole addresses, names that last, and dates where the author wrote a day', async () => {
  const { feed = '', html } = await build({ 'news/changelog.mdx': page('Changelog', entries) })
  const items = readXml(feed)
  expect(textsOf(items, 'title')).toEqual(['Changelog · Acme & Co', 'v2.0 · June 11, 2025', 'Lamps <new>'])
  expect(textsOf(items, 'guid')).toEqual([`${siteUrl}/news/changelog#v2-0`, `${siteUrl}/news/changelog#may-2025`])
  expect(textsOf(items, 'pubDate')).toEqual(['Wed, 11 Jun 2025 00:00:00 GMT'])
  expect(textsOf(items, 'category')).toEqual(['Fixes & more'])
  expect(textsOf(items, 'description')).toEqual(['Changelog', 'On the &lt;mole&gt; &amp; more'])
  expect(textsOf(items, 'content:encoded')[0]).toContain(`<a href="${siteUrl}/guide.html">the guide</a> &amp; the`)
  expect(html).toContain(
    '<link rel="alternate" type="application/rss+xml" title="Changelog" href="changelog/rss.xml"/>',
  )
  expect(html).toContain('<a class="feed-link" href="changelog/rss.xml">RSS</a>')
  expect(html).toContain('id="v2-0"')
})

test('a feed is well-formed whatever its author writes', async () => {
  const hostile = `<Update label={"]]></item>\\u0000\\u000b & <b>"} tags={["</category>"]}>\n  ${'`]]></content:encoded>`'} \u{1F6A2}\n</Update>`
  const { feed = '' } = await build({ 'news/changelog.mdx': page("A 'quoted' ]]> title", hostile) })
  const items = readXml(feed)
  expect(textsOf(items, 'category')).toEqual(['</category>'])
  expect(textsOf(items, 'content:encoded')[0]).toContain('<code>]]&gt;&lt;/content:encoded&gt;</code> \u{1F6A2}')
})

test('there is no feed without entries, without the address of the site, or when the author wants none', async () => {
  const plain = await build({ 'news/changelog.mdx': page('Changelog', 'Text.') })
  const nowhere = await build({ 'news/changelog.mdx': page('Changelog', entries) }, '')
  const unwanted = await build({ 'news/changelog.mdx': page('Changelog', entries, 'rss: false\n') })
  for (const { feed, html } of [plain, nowhere, unwanted]) {
    expect(feed).toBeUndefined()
    expect(html).not.toMatch(/rss/i)
  }
})

test('where two feeds cannot stand side by side on every disk, one stands', async () => {
  const files = { 'news/changelog/index.mdx': page('A', entries), 'News/Changelog.mdx': page('B', entries) }
  const first = await build(files, siteUrl, '/News/Changelog')
  const second = await build(files, siteUrl, '/news/changelog')
  expect(Object.keys(first.written)).toContain('News/Changelog/rss.xml')
  expect(Object.keys(second.written)).toEqual(['news/changelog/index.html', 'news/changelog/index.md'])
})
