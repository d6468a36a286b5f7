import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import type { SitePlan } from '../../model/site-plan.ts'
import { planSite } from '../plan-site.ts'

const body = 'Only for us.'

/** Plans a site in which `secret.mdx` is like this, and says whether it is published. */
async function plan(secret: string, docs: object = {}, more: Record<string, string | object> = {}): Promise<SitePlan> {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index', 'secret'] }, ...docs },
    'index.mdx': page('Home', '', 'public: true\n'),
    'secret.mdx': secret,
    ...more,
  })
  return await planSite(folder.root)
}

function expectPrivate({ pages, leftOut, privateRoutes, navigation }: SitePlan): void {
  expect(pages.map(({ file }) => file)).not.toContain('secret.mdx')
  expect(leftOut.map(({ file }) => file)).toContain('secret.mdx')
  expect(privateRoutes).toContain('/secret')
  expect(JSON.stringify(navigation)).not.toContain('secret')
}

test.each([
  'groups: []',
  'groups: ["staff"]',
  'groups: [1]',
  'groups: staff',
  'groups: ""',
  'groups:',
  'groups: null',
  'groups: 7',
  'groups: {}',
  'groups: false',
  'groups: []\npublic: true',
  'Groups: []',
  '"groups": []',
  '? groups\n: []',
  '<<: {groups: []}',
  'public: false',
  'public:',
  'public: "true"',
  'public: yes',
  'isPublic: false',
])('a page with %j is private', async (front) => {
  expectPrivate(await plan(`---\ntitle: Secret\n${front}\n---\n${body}`))
})

test.each([
  ['an end', `---\ntitle: Secret\ngroups: []\n\n${body}`],
  ['another end', `---\ntitle: Secret\ngroups: []\n...\n${body}`],
  ['dashes', `+++\ngroups = []\n+++\n${body}`],
  ['three dashes', `----\ngroups: []\n----\n${body}`],
  ['the first line', `\n---\ngroups: []\n---\n${body}`],
  ['line feeds', `---\rgroups: []\r---\r${body}`],
])('front matter without %s that names groups makes its page private, which is an error', async (_, source) => {
  const planned = await plan(source)
  expectPrivate(planned)
  expect(planned.findings).toMatchObject([{ code: 'page_left_out', file: 'secret.mdx', line: 1 }])
  expect((await plan(source.replaceAll('groups', 'topics'))).pages.map(({ file }) => file)).toContain('secret.mdx')
})

test.each([
  ['valid YAML', 4, `---\ntitle: "SECRET\nWORDS: []\n---\n${body}`],
  ['one meaning', 3, `---\nWORDS: []\nWORDS: ["all"]\n---\n${body}`],
  ['anchors of its own', 2, `---\na: *SECRET\nWORDS: 1\n---\n${body}`],
  ['YAML', 1, `---SECRET\nWORDS = []\n---\n${body}`],
  ['a list of keys', 2, `---\n- WORDS: []\n---\n${body}`],
  ['reasonable size', 1, `---\nx: ${'x'.repeat(30_000)}\nWORDS: []\n---\n${body}`],
])('front matter without %s leaves its page out, with an error that quotes nothing', async (_, line, source) => {
  for (const word of ['groups', 'topics']) {
    const planned = await plan(source.replaceAll('WORDS', word))
    expectPrivate(planned)
    expect(planned.findings).toMatchObject([{ code: 'page_left_out', file: 'secret.mdx', line }])
    expect(JSON.stringify(planned)).not.toContain('SECRET')
  }
})

test('front matter longer than what is read first is read whole, after a byte order mark too', async () => {
  const filler = `x: ${'x'.repeat(5_000)}\n`
  for (const start of ['---\n', '\uFEFF---\n', '---\na: |\n ...\n', '\n\n---\n']) {
    expectPrivate(await plan(`${start}${filler}groups: []\n---\n${body}`))
  }
})

test('a file of two bytes a character does not hide what it says', async () => {
  await using folder = await makeFolder({ 'docs.json': { navigation: { pages: ['secret'] } } })
  const { writeFile } = await import('node:fs/promises')
  const text = `\uFEFF---\ngroups: []\n---\n${body}`
  for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
    await writeFile(`${folder.root}/secret.mdx`, bytes)
    expectPrivate(await planSite(folder.root))
  }
})

const closed = { group: 'Closed', public: false, pages: ['secret'] }

test.each<[string, object]>([
  ['the whole site', { public: false }],
  ['the whole site, oddly', { public: 'no' }],
  ['the navigation', { navigation: { public: false, pages: ['index'] } }],
  ['a login', { authentication: { mode: 'full' } }],
  ['a group', { navigation: { groups: [closed] } }],
  ['a group, oddly', { navigation: { groups: [{ ...closed, public: 0 }] } }],
  ['a group without a value', { navigation: { groups: [{ ...closed, public: null }] } }],
  ['a group inside another', { navigation: { groups: [{ group: 'Open', public: true, pages: [closed] }] } }],
  ['a tab', { navigation: { tabs: [{ tab: 'Closed', public: false, groups: [{ group: 'G', pages: ['secret'] }] }] } }],
  ['a version', { navigation: { versions: [{ version: '1', public: false, pages: ['secret'] }] } }],
  ['a language', { navigation: { languages: [{ language: 'en', public: false, pages: ['secret'] }] } }],
  ['an entry', { navigation: { pages: [{ page: 'secret', public: false }] } }],
  ['a root', { navigation: { groups: [{ group: 'G', public: false, root: 'secret', pages: ['index'] }] } }],
  ['a slip of the case', { navigation: { groups: [{ ...closed, pages: ['./Secret.mdx'] }] } }],
  ['a list that is none', { navigation: { groups: [{ ...closed, pages: 'secret' }] } }],
  ['one of two places', { navigation: { groups: [{ group: 'Open', public: true, pages: ['secret'] }, closed] } }],
])('%s in docs.json closes a page, and leaves no empty group behind', async (_, docs) => {
  const planned = await plan(page('Secret', body), docs)
  expectPrivate(planned)
  expect(JSON.stringify(planned.navigation)).not.toContain('Closed')
})

test.each<[string, object]>([
  ['the whole site', { public: false }],
  ['a login', { authentication: { mode: 'full' } }],
  ['its group', { navigation: { groups: [closed] } }],
])('what is open in itself stays open when %s is closed', async (_, docs) => {
  const { pages } = await plan(page('Open', body, 'public: true\n'), docs)
  expect(pages.map(({ file }) => file)).toContain('secret.mdx')
})

test('a tab of a mint.json closes its pages too', async () => {
  await using folder = await makeFolder({
    'mint.json': {
      navigation: [
        { group: 'A', pages: ['index'] },
        { group: 'B', pages: ['in/secret'] },
      ],
      tabs: [{ name: 'Closed', url: 'in', public: false }],
    },
    'index.mdx': page('Home'),
    'in/secret.mdx': page('Secret'),
  })
  const { pages } = await planSite(folder.root)
  expect(pages.map(({ file }) => file)).toEqual(['index.mdx'])
})

const spec = (get: object) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: { '/open': { get: { summary: 'Open' } }, '/secret': { get: { summary: 'Secret', ...get } } },
})

test.each<[string, object, object, string]>([
  ['its group', { groups: [{ group: 'G', public: false, pages: ['GET /secret'] }] }, {}, page('Other')],
  ['its own words', { groups: [] }, { 'x-mint': { metadata: { groups: [] } } }, page('Other')],
  ['the page written for it', { groups: [] }, {}, page('Mine', body, 'openapi: GET /secret\ngroups: []\n')],
  ['a page at its address', { groups: [] }, { 'x-mint': { href: '/secret' } }, page('Mine', body, 'groups: []\n')],
])('an operation closed by %s has no page, though an open tab has its file', async (_, navigation, get, written) => {
  const tabs = [{ tab: 'API', openapi: 'api.json' }]
  const docs = { navigation: { ...navigation, tabs } }
  const { pages, advice, ...rest } = await plan(written, docs, { 'api.json': spec(get) })
  expect(pages.map(({ route }) => route)).toContain('/api-reference/open')
  expect(pages.filter(({ operation }) => operation?.key === 'GET /secret')).toEqual([])
  expect(rest.leftOut.length).toBeGreaterThan(0)
  expect(advice).toEqual([])
})

test('a page that cannot say clearly that it is private still keeps its operation from having another', async () => {
  const written = `---\ntitle: "Mine\ngroups: []\nopenapi: "api.json GET /secret"\n---\n${body}`
  const docs = { navigation: { tabs: [{ tab: 'API', openapi: 'api.json' }] } }
  const { pages } = await plan(written, docs, { 'api.json': spec({}) })
  expect(pages.map(({ route }) => route)).toEqual(['/api-reference/open', '/'])
})

test('a page written for an operation of a closed group is as private as the group', async () => {
  const navigation = { groups: [{ group: 'G', public: false, pages: ['GET /secret'] }] }
  expectPrivate(await plan(page('Mine', body, 'openapi: GET /secret\n'), { navigation }, { 'api.json': spec({}) }))
})

test('nothing is said of the files and operations that only private pages name', async () => {
  const written = page('Mine', body, 'openapi: broken.json GET /canary\ngroups: []\n')
  const navigation = { groups: [{ group: 'G', public: false, pages: ['GET /canary', 'none.json GET /canary'] }] }
  const { advice, findings } = await plan(written, { navigation }, { 'broken.json': '{"openapi": canary' })
  expect([advice, findings]).toEqual([[], []])
  const open = await plan(written.replace('groups: []\n', ''), {}, { 'broken.json': '{"openapi": canary' })
  expect(open.findings).toHaveLength(1)
})

const events = (channel: object) => ({
  asyncapi: '3.0.0',
  info: { title: 'T', version: '1' },
  channels: { open: { address: '/open' }, secret: { address: '/secret', ...channel } },
})

test.each<[string, object, string]>([
  ['its own words', { 'x-mint': { metadata: { groups: [] } } }, page('Other')],
  ['the page written for it', {}, page('Mine', body, 'asyncapi: api.json secret\ngroups: []\n')],
  ['a page that is broken', {}, `---\ntitle: "Mine\ngroups: []\nasyncapi: "api.json secret"\n---\n${body}`],
])('a channel closed by %s has no page, though an open tab has its file', async (_, channel, written) => {
  const docs = { navigation: { tabs: [{ tab: 'API', asyncapi: 'api.json' }] } }
  const { pages } = await plan(written, docs, { 'api.json': events(channel) })
  expect(pages.map(({ route }) => route)).toContain('/api-reference/websockets/open')
  expect(pages.filter(({ operation }) => operation?.key === 'CHANNEL secret')).toEqual([])
})

test('a channel of a closed group has no page, though an open tab has its file', async () => {
  const navigation = {
    tabs: [{ tab: 'API', asyncapi: 'api.json' }],
    groups: [{ group: 'G', public: false, asyncapi: 'api.json' }],
  }
  const { pages } = await plan(page('Other'), { navigation }, { 'api.json': events({}) })
  expect(pages.filter(({ operation }) => operation !== undefined)).toEqual([])
})

test('links of the configuration and moved addresses do not lead to a private page', async () => {
  const links = ['/secret', 'secret#part', 'https://docs.example.com/Secret.html'].map((href) => ({ label: 'L', href }))
  await using folder = await makeFolder({
    'docs.json': {
      navigation: {
        pages: ['index', { label: 'L', href: '/secret' }],
        global: { anchors: [{ anchor: 'L', href: '/secret' }] },
      },
      navbar: { links, primary: { label: 'L', href: '/secret' } },
      footer: { links: [{ header: 'H', items: links }] },
      redirects: [
        { source: '/old', destination: '/secret#part' },
        { source: '/secret', destination: '/' },
        { source: '/older', destination: '/' },
      ],
    },
    'index.mdx': page('Home'),
    'secret.mdx': page('Secret', body, 'groups: []\n'),
  })
  const { config, navigation, redirects } = await planSite(folder.root, { siteUrl: 'https://docs.example.com' })
  expect(JSON.stringify([config, navigation, redirects])).not.toMatch(/secret/i)
  expect(redirects).toEqual([{ output: 'older.html', destination: '/' }])
})
