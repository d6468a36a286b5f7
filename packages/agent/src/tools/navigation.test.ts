import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTree } from '../tree/open-tree.ts'
import { useTool } from './use-tool.ts'

let folder = ''

const settings = `{
    "name": "Demo",
    "navigation": {
        "languages": [
            {
                "language": "en",
                "tabs": [
                    { "tab": "Guides", "groups": [{ "group": "Start", "pages": ["index", "start"] }] },
                    {
                        "tab": "API",
                        "groups": [
                            {
                                "group": "Start",
                                "pages": [
                                    "api/index",
                                    { "group": "Deep", "icon": "x", "pages": [] }
                                ]
                            }
                        ]
                    }
                ]
            },
            { "language": "fr", "pages": ["fr/index"] }
        ]
    }
}`

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-navigation-'))
  await writeFile(join(folder, 'docs.json'), settings)
  await writeFile(join(folder, 'new.mdx'), '')
})

afterEach(() => rm(folder, { recursive: true }))

async function change(input: Record<string, unknown>) {
  const context = { tree: await openTree(folder), docsPath: '', check: async () => [] }
  return useTool({ id: '1', name: 'navigation', input }, context, AbortSignal.timeout(10_000))
}

const docs = () => readFile(join(folder, 'docs.json'), 'utf8')

test('a page is added where its labels say, and all else keeps its form', async () => {
  const { text, changes } = await change({ action: 'add', page: '/new.mdx', into: ['API', 'Start'] })
  expect(text).toBe('new now stands in "en" > "API" > "Start".')
  expect(changes).toEqual([{ path: 'docs.json', content: await docs() }])
  expect(await docs()).toBe(
    settings.replace('"pages": [] }\n', '"pages": [] },\n                                    "new"\n'),
  )
})

test('a page stands behind the one that is named', async () => {
  await change({ action: 'add', page: 'new', after: 'index' })
  expect(await docs()).toBe(settings.replace('["index", "start"]', '["index", "new", "start"]'))
})

test('an empty group takes a page, and is empty again without it', async () => {
  await change({ action: 'add', page: 'new', into: ['Deep'] })
  expect(await docs()).toBe(settings.replace('"pages": []', '"pages": ["new"]'))
  await change({ action: 'remove', page: 'new' })
  expect(await docs()).toBe(settings)
})

test('a page is moved from one language to another', async () => {
  await change({ action: 'move', page: 'start', into: ['fr'] })
  expect(await docs()).toBe(
    settings.replace('["index", "start"]', '["index"]').replace('["fr/index"]', '["fr/index", "start"]'),
  )
})

test.each([
  [
    { action: 'add', page: 'new', into: ['Start'] },
    /More than one place fits.*"en" > "Guides" > "Start"\n- "en" > "API"/s,
  ],
  [{ action: 'add', page: 'new', into: ['Nowhere'] }, /No place fits/],
  [{ action: 'add', page: 'new' }, /More than one place fits/],
  [{ action: 'add', page: 'missing', into: ['fr'] }, /There is no page missing: write it first/],
  [{ action: 'remove', page: 'new' }, /new does not stand in the navigation/],
  [{ action: 'move', page: 'start', after: 'index' }, /already stands there/],
])('%j is refused with advice', async (input, advice) => {
  expect(await change(input)).toMatchObject({ isError: true, changes: [], text: advice })
  expect(await docs()).toBe(settings)
})

test('a page that stands there is not added again', async () => {
  await writeFile(join(folder, 'start.mdx'), '')
  expect((await change({ action: 'add', page: 'start', into: ['fr'] })).text).toMatch(
    'already stands in "en" > "Guides"',
  )
})

test('settings that are no JSON are not touched', async () => {
  await writeFile(join(folder, 'docs.json'), '{ "navigation": ')
  expect((await change({ action: 'add', page: 'new', into: [] })).text).toMatch('docs.json is not valid JSON')
})

test('a page that stands in the navigation a hundred thousand times is taken out at one go', async () => {
  const pages = Array.from({ length: 100_000 }, (_, index) => (index % 3 === 0 ? 'other' : 'start'))
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Demo', navigation: { pages } }))
  const before = process.cpuUsage()
  expect(await change({ action: 'remove', page: 'start' })).toMatchObject({ isError: false })
  // 200 ms on a calm machine; taken out one by one, hours.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000)
  expect(JSON.parse(await docs()).navigation.pages).toEqual(pages.filter((page) => page === 'other'))
})

test('settings that are nested deeper than a site may be are refused', async () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  await writeFile(join(folder, 'docs.json'), `{"navigation": {"pages": ${deep}}}`)
  expect((await change({ action: 'remove', page: 'start' })).text).toMatch('nests more than 100 levels')
})
