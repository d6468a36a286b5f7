import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../../testing/site-folder.ts'
import { PlanMemory } from '../../memory/plan-memory.ts'
import { digestPlanned } from '../../update/digest-planned.ts'
import { digestShown } from './digest-shown.ts'

const files: Record<string, string> = {
  'docs.json': JSON.stringify({ name: 'Site', navigation: { pages: ['index', 'plain'] } }),
  'index.mdx': page('Home', 'import { address } from "/snippets/address.jsx"\n\n<img src={address} />'),
  'plain.mdx': page('Plain', 'import Note from "/snippets/note.mdx"\n\n<Note />\n\nNothing to see.'),
  'snippets/address.jsx': 'export const address = "https://other.example/a.png"',
  'snippets/note.mdx': 'A note.',
  'picture.png': 'pixels',
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

async function digestBoth(changed: Record<string, string>, besides: unknown = null) {
  const all = { ...files, ...changed }
  await using folder = await makeFolder(all)
  const listed = Object.entries(all).map(([path, text]) => ({
    path,
    object: createHash('sha1').update(text).digest('hex'),
  }))
  const objects = new Map(listed.map(({ path, object }) => [path, object]))
  const memory = new PlanMemory((file) => objects.get(file), folder.root)
  const isBinary = (path: string) => path.endsWith('.png')
  const planned = await digestPlanned({ root: folder.root, files: listed, isBinary, memory })
  return await digestShown({ root: folder.root, files: listed, planned, besides, memory })
}

const digest = async (changed: Record<string, string>, besides?: unknown) => (await digestBoth(changed, besides)).list

test.each([
  ['a sentence of a page that shows nothing', { 'plain.mdx': `${files['plain.mdx']}\n\nOne sentence more.` }],
  ['a snippet that shows nothing and that only such a page imports', { 'snippets/note.mdx': 'Another note.' }],
  ['a picture', { 'picture.png': 'other pixels' }],
  ['a drawing', { 'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9"/>' }],
])('%s changes nothing of the list', async (_what, changed) => {
  expect(await digest(changed)).toBe(await digest({}))
})

test.each([
  ['front matter', { 'plain.mdx': (files['plain.mdx'] ?? '').replace('Plain', 'Another title') }],
  ['a picture of another host', { 'plain.mdx': `${files['plain.mdx']}\n\n![](https://other.example/b.png)` }],
  ['a page that shows something', { 'index.mdx': `${files['index.mdx']}\n\nOne sentence more.` }],
  ['what such a page imports', { 'snippets/address.jsx': 'export const address = "https://other.example/b.png"' }],
  ['a snippet that comes to show something', { 'snippets/note.mdx': '![](https://other.example/b.png)' }],
  ['the configuration', { 'docs.json': JSON.stringify({ name: 'Other', navigation: { pages: ['index', 'plain'] } }) }],
  ['a new page', { 'new.mdx': page('New') }],
  ['rules of what is left out', { '.mintignore': 'index.mdx' }],
])('%s may change it', async (_what, changed) => {
  expect(await digest(changed)).not.toBe(await digest({}))
})

test('so may whatever else was given', async () => {
  expect(await digest({}, ['a'])).not.toBe(await digest({}, ['b']))
})

test.each([
  ['a sentence of a page that shows something', { 'index.mdx': `${files['index.mdx']}\n\nOne sentence more.` }],
  ['what such a page imports', { 'snippets/address.jsx': 'export const address = "https://other.example/b.png"' }],
])('%s changes the list, and neither the plan nor which pages are asked', async (_what, changed) => {
  const [now, before] = [await digestBoth(changed), await digestBoth({})]
  expect(now.list).not.toBe(before.list)
  expect(now.candidates).toBe(before.candidates)
})

test.each([
  ['front matter', { 'index.mdx': (files['index.mdx'] ?? '').replace('Home', 'Another title') }],
  ['a picture of another host', { 'plain.mdx': `${files['plain.mdx']}\n\n![](https://other.example/b.png)` }],
  [
    'another import',
    { 'index.mdx': page('Home', 'import { address } from "/snippets/note.mdx"\n\n![](//a.example/b)') },
  ],
  ['a page that shows nothing any more', { 'index.mdx': page('Home', 'Nothing to see.') }],
  ['a new page', { 'new.mdx': page('New') }],
])('%s may change which pages are asked', async (_what, changed) => {
  expect((await digestBoth(changed)).candidates).not.toBe((await digestBoth({})).candidates)
})
