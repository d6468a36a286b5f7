import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import type { EarlierPage, RenderedPage } from '../../model/page-facts.ts'
import { indexSite } from '../../plan/index-site.ts'
import { planSite } from '../../plan/plan-site.ts'
import { renderPage } from '../render-page.ts'
import { createTools } from '../tools.ts'
import { layOutAgain } from './lay-out-again.ts'
import { digestTextFile } from './page-trace.ts'

const tools = await createTools()
const configuration = {
  name: 'Harbor',
  navigation: { groups: [{ group: 'Start', pages: ['a', 'b'] }] },
  banner: { content: 'See [the news](/b)' },
}
const files = {
  'docs.json': configuration,
  'index.mdx': page('Home'),
  'a.mdx': page(
    'A',
    'import Tide from "/snippets/tide.mdx"\n\n<Tide />\n\n[to B](/b#x)\n\n![](/i.svg)\n\n```js\nlet a = 1\n```\n\n<Icon icon="anchor" />\n\n<p className="mt-4 dark:hidden">Low</p>',
  ),
  'b.mdx': page('B', '<Card title="C" href="/gone" icon="anchor">text</Card>'),
  'snippets/tide.mdx': 'High at noon.',
  'i.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

async function render(root: string, route: string, earlier?: RenderedPage): Promise<RenderedPage> {
  const site = indexSite(await planSite(root, { siteUrl: 'https://harbor.example' }))
  const again =
    earlier && (await layOutAgain(route, asEarlier(earlier), site, (path) => digestTextFile(join(root, path))))
  if (again === 'same') return { ...earlier!, reused: true }
  return again ?? renderPage(site.pages.get(route)!, site, root, tools)
}

/** As it comes back from the bucket: plain data, and the HTML from its bytes. */
function asEarlier({ files: [html], facts, trace }: RenderedPage): EarlierPage {
  return { html: async () => Buffer.from(html!.bytes).toString(), ...JSON.parse(JSON.stringify({ facts, trace })) }
}

/** The page after a change, made twice: from nothing and from what it was before. */
async function afterChange(change: (root: string) => Promise<void>, route = '/a') {
  await using folder = await makeFolder(files)
  const before = await render(folder.root, route)
  await change(folder.root)
  const fresh = await render(folder.root, route)
  const again = await render(folder.root, route, before)
  expect(Buffer.from(again.files[0]!.bytes).toString()).toBe(Buffer.from(fresh.files[0]!.bytes).toString())
  expect(JSON.parse(JSON.stringify(again.facts))).toEqual(JSON.parse(JSON.stringify(fresh.facts)))
  expect(again.trace).toEqual(fresh.trace)
  return again.reused === true
}

const write = (name: string, text: string) => (root: string) => writeFile(join(root, name), text)
const configure = (changes: object) => write('docs.json', JSON.stringify({ ...configuration, ...changes }))

test('a page of which nothing changed is taken over', async () => {
  expect(await afterChange(async () => {})).toBe(true)
})

test.each([
  ['its group is renamed', configure({ navigation: { groups: [{ group: 'Begin', pages: ['a', 'b'] }] } })],
  ['a page is added beside it', configure({ navigation: { groups: [{ group: 'Start', pages: ['a', 'new', 'b'] }] } })],
  ['a page that it does not link to changes its title', write('new.mdx', page('New', 'text'))],
])('a page is laid out anew, and not drawn, when %s', async (_, change) => {
  const both = async (root: string) => {
    await write('new.mdx', page('New', 'text'))(root)
    await change(root)
  }
  expect(await afterChange(both)).toBe(true)
})

test.each([
  ['its own text', write('a.mdx', page('A', 'other'))],
  ['a snippet of its', write('snippets/tide.mdx', 'Low at noon.')],
  ['a snippet that is gone', (root: string) => rm(join(root, 'snippets/tide.mdx'))],
  ['an image on it', write('i.svg', '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>')],
  ['a page that it links to and that is gone', (root: string) => rm(join(root, 'b.mdx'))],
  ['the banner', configure({ banner: { content: 'Other news' } })],
  ['the set of icons', configure({ icons: { library: 'lucide' } })],
])('a page is drawn anew when this changes: %s', async (_, change) => {
  expect(await afterChange(change)).toBe(false)
})

test('the page that stands at the root too is drawn anew when what is around it changes: both must be right', async () => {
  const rename = configure({ navigation: { groups: [{ group: 'Begin', pages: ['a', 'b'] }] } })
  await using folder = await makeFolder(files)
  await rm(join(folder.root, 'index.mdx'))
  const before = await render(folder.root, '/a')
  expect(await render(folder.root, '/a', before)).toMatchObject({ reused: true })
  await rename(folder.root)
  const after = await render(folder.root, '/a', before)
  expect(after.files.map(({ path }) => path)).toEqual(['a.html', 'a.md', 'index.html', 'index.md'])
  expect(after.reused).toBeUndefined()
})

test('a page whose broken link is fixed by another page is drawn anew', async () => {
  expect(await afterChange(write('gone.mdx', page('Gone', 'text')), '/b')).toBe(false)
})
