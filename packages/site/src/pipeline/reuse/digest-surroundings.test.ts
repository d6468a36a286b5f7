import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { planSite } from '../../plan/plan-site.ts'
import { digestSurroundings, encodePlan } from './digest-surroundings.ts'

const svg = (words: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${words}</title></svg>`
const configuration = {
  name: 'Harbor',
  logo: './brand/My%2Dmark.svg',
  favicon: '/brand/small.svg',
  navigation: { pages: ['a', 'b'] },
}
const files = {
  'docs.json': configuration,
  'a.mdx': '---\ntitle: A\n"og:image": images/card.svg\n---\n\n![](/images/tide.svg)\n',
  'b.mdx': page('B', '![](images/low%20tide.svg)'),
  'brand/My-mark.svg': svg('mark'),
  'brand/small.svg': svg('small'),
  'images/card.svg': svg('card'),
  'images/tide.svg': svg('tide'),
  'images/low tide.svg': svg('low'),
  'style.css': 'body { background: url(/images/tide.svg) }',
  'api.json': { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} },
}

async function isSameAfter(change: (root: string) => Promise<void>): Promise<boolean> {
  await using folder = await makeFolder(files)
  const before = digestSurroundings(encodePlan(await planSite(folder.root)))
  await change(folder.root)
  return digestSurroundings(encodePlan(await planSite(folder.root))) === before
}

const write = (name: string, text: string) => (root: string) => writeFile(join(root, name), text)

test.each([
  ['the text of a page', write('b.mdx', page('B', 'Other words.'))],
  ['a picture that only pages show', write('images/tide.svg', svg('another'))],
])('what stands around pages stays the same with another %s', async (_, change) => {
  expect(await isSameAfter(change)).toBe(true)
})

test.each([
  ['the logo, whose address is written in another way', write('brand/My-mark.svg', svg('another'))],
  ['the icon of the site', write('brand/small.svg', svg('another'))],
  ['a picture that the front matter of a page names', write('images/card.svg', svg('another'))],
  ['a picture whose name could be written in many ways', write('images/low tide.svg', svg('another'))],
  ['the description of an API', write('api.json', '{"openapi":"3.1.0","info":{"title":"B","version":"1"},"paths":{}}')],
  ['the title of a page', write('b.mdx', page('C'))],
  ['a new picture', write('images/new.svg', svg('new'))],
  ['a picture that is gone', (root: string) => rm(join(root, 'images/tide.svg'))],
])('what stands around pages may change with %s', async (_, change) => {
  expect(await isSameAfter(change)).toBe(false)
})
