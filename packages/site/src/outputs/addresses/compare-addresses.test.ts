import { afterAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import type { SiteFile } from '../../model/site-file.ts'
import { buildSite } from '../../pipeline/build-site.ts'
import { createRenderPool } from '../../pipeline/pool/create-render-pool.ts'
import { compareAddresses } from './compare-addresses.ts'
import { describeGone } from './describe-gone.ts'
import type { SiteFiles } from './site-files.ts'

const pool = createRenderPool({ processes: 1 })
afterAll(() => pool[Symbol.asyncDispose]())

async function build(files: Record<string, unknown>): Promise<SiteFiles> {
  await using folder = await makeFolder(files as never)
  const made = new Map<string, Uint8Array>()
  await buildSite({ root: folder.root, pool, write: async ({ path, bytes }) => void made.set(path, bytes) })
  return {
    list: async () => new Map([...made.keys()].map((path) => [path, {}])),
    async *read(paths) {
      for (const path of paths) yield { path, bytes: made.get(path) } as SiteFile
    },
  }
}

const words = (topic: string, count = 60) =>
  Array.from({ length: count }, (_, n) => `${topic}${(n * 7) % 23} is ${n % 11} of ${topic}${n}`).join(' ')
const docs = (pages: string[], redirects: object[] = []) => ({ name: 'S', navigation: { pages }, redirects })

test('a page that moved is led to where it stands now, one that is gone for good nowhere, and one with a redirect is fine', async () => {
  const before = await build({
    'docs.json': docs(['a', 'b', 'c', 'd'], [{ source: '/older', destination: '/a' }]),
    'a.mdx': page('A', words('sail')),
    'b.mdx': page('B', words('oar')),
    'c.mdx': page('C', words('mast')),
    'd.mdx': page('D', words('keel')),
  })
  const now = await build({
    'docs.json': docs(['a', 'guides/rowing', 'x', 'new'], [{ source: '/d', destination: '/a' }]),
    'a.mdx': page('A', words('sail')),
    'guides/rowing.mdx': page('Rowing', `${words('oar', 50)} and more`),
    'x.mdx': page('X', words('rope')),
    'new.mdx': page('New', words('net')),
  })
  const gone = await compareAddresses(before, now)
  expect(gone).toEqual([
    { kind: 'page', route: '/b', to: '/guides/rowing' },
    { kind: 'page', route: '/c' },
    { kind: 'page', route: '/older', to: '/a' },
  ])
  expect(gone.map((one) => describeGone(one).message)).toEqual([
    '“/b” was published and leads nowhere now. /guides/rowing is what it became: add {"source":"/b","destination":"/guides/rowing"} to redirects.',
    '“/c” was published and leads nowhere now. No page is clearly the same: add {"source":"/c","destination":"…"} to redirects.',
    '“/older” was published and leads nowhere now. /a is what it became: add {"source":"/older","destination":"/a"} to redirects.',
  ])
})

test('where two pages fit equally well, neither is named', async () => {
  const before = await build({ 'docs.json': docs(['a', 'z']), 'a.mdx': page('A', words('sail')), 'z.mdx': page('Z') })
  const now = await build({
    'docs.json': docs(['p', 'q', 'z']),
    'p.mdx': page('P', words('sail')),
    'q.mdx': page('Q', words('sail')),
    'z.mdx': page('Z'),
  })
  expect(await compareAddresses(before, now)).toEqual([{ kind: 'page', route: '/a' }])
})

test('a heading with new words is named with the id that it had; an alias and an id of the author keep a place alive', async () => {
  const body = (first: string, second: string, third: string) =>
    `## ${first}\n\n${words('sail')}\n\n## ${second}\n\n${words('oar')}\n\n## ${third}\n\n${words('mast')}`
  const before = await build({ 'docs.json': docs(['a']), 'a.mdx': page('A', body('Set sail', 'Row on', 'Look out')) })
  const now = await build({
    'docs.json': docs(['a']),
    'a.mdx': page('A', body('Hoist the canvas', 'Pull {#row-on}', 'Look out')),
  })
  const gone = await compareAddresses(before, now)
  expect(gone).toEqual([
    { kind: 'anchor', route: '/a', anchor: 'set-sail', file: 'a.mdx', heading: 'Hoist the canvas' },
  ])
  expect(gone.map((one) => describeGone(one).message)).toEqual([
    '“/a#set-sail” was published and is gone. Its heading is “Hoist the canvas” now: write {#set-sail} behind it.',
  ])
})

/** A reference: sections that repeat, some of them with the same text below. */
const reference = (...titles: string[]) =>
  titles.map((title, at) => `## Method ${at}\n\n${words(`m${at}`)}\n\n### ${title}\n\nstring`).join('\n\n')
const compareReferences = async (before: string[], now: string[]) => {
  const make = (titles: string[]) => build({ 'docs.json': docs(['a']), 'a.mdx': page('A', reference(...titles)) })
  return compareAddresses(await make(before), await make(now))
}

test('of headings with the same words, the renamed one is named with the id that is another’s now, and the fix brings all back', async () => {
  const before = ['Returns', 'Returns', 'Returns']
  const gone = await compareReferences(before, ['What comes back', 'Returns', 'Returns'])
  expect(gone.map((one) => describeGone(one).message)).toEqual([
    '“/a#returns-3” was published and is gone. Its heading is “Returns” (#returns-2) now: write {#returns-3} behind it.',
    '“/a#returns” was published and leads to another heading now. Its heading is “What comes back” now: write {#returns} behind it.',
  ])
  const [first, third] = ['What comes back {#returns}', 'Returns {#returns-3}']
  expect(await compareReferences(before, [first, 'Returns', 'Returns'])).toEqual([])
  expect(await compareReferences(before, [first, 'Returns', third])).toEqual([])
})

test('the last of headings with the same words is named with its number', async () => {
  expect(await compareReferences(['Returns', 'Returns'], ['Returns', 'What comes back'])).toEqual([
    { kind: 'anchor', route: '/a', anchor: 'returns-2', file: 'a.mdx', heading: 'What comes back' },
  ])
})

test('where it cannot be told which of two equal headings was deleted, none is named', async () => {
  const make = (body: string) => build({ 'docs.json': docs(['a']), 'a.mdx': page('A', body) })
  const gone = await compareAddresses(await make('## Note\n\nx\n\n## Note\n\nx'), await make('## Note\n\nx'))
  expect(gone).toEqual([{ kind: 'anchor', route: '/a', anchor: 'note-2', file: 'a.mdx' }])
})

test('a heading whose id a step has now is named with it', async () => {
  const make = (title: string) =>
    build({
      'docs.json': docs(['a']),
      'a.mdx': page('A', `## ${title}\n\n${words('sail')}\n\n<Steps><Step title="Install">x</Step></Steps>`),
    })
  expect(await compareAddresses(await make('Install'), await make('Set up'))).toEqual([
    { kind: 'anchor', route: '/a', anchor: 'install-2', file: 'a.mdx' },
    { kind: 'anchor', route: '/a', anchor: 'install', file: 'a.mdx', isTaken: true, heading: 'Set up' },
  ])
})

test('a section that was deleted is named without a heading', async () => {
  const before = await build({
    'docs.json': docs(['a']),
    'a.mdx': page('A', `## Sails\n\n${words('sail')}\n\n## Oars\n\n${words('oar')}`),
  })
  const now = await build({
    'docs.json': docs(['a']),
    'a.mdx': page('A', `## Nets\n\n${words('net')}\n\n## Oars\n\n${words('oar')}`),
  })
  expect(await compareAddresses(before, now)).toEqual([{ kind: 'anchor', route: '/a', anchor: 'sails', file: 'a.mdx' }])
})

test('the same site has lost nothing', async () => {
  const site = {
    'docs.json': docs(['a']),
    'a.mdx': page('A', '## Sails & oars\n\n<Tabs><Tab title="T">x</Tab></Tabs>'),
  }
  expect(await compareAddresses(await build(site), await build(site))).toEqual([])
})
