import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { planSite } from '../plan-site.ts'

const events = {
  asyncapi: '3.0.0',
  info: { title: 'T', version: '1', tags: [{ name: 'Money' }, { name: 'Goods' }] },
  servers: { live: { host: 'a.example', protocol: 'wss' }, log: { host: 'b.example', protocol: 'kafka-secure' } },
  channels: {
    orderPlaced: { address: '/orders', servers: [{ $ref: '#/servers/live' }] },
    parcels: { title: 'All parcels', tags: [{ name: 'Goods' }], servers: [{ $ref: '#/servers/log' }] },
    bills: { title: 'Bills', tags: [{ name: 'Money' }], 'x-mint': { metadata: { sidebarTitle: 'B' } } },
    hidden: { 'x-hidden': true },
    gone: { 'x-excluded': true },
  },
}
const old = {
  asyncapi: '2.6.0',
  servers: { live: { url: 'mqtt://a.example', protocol: 'mqtt' }, log: { url: 'a:1', protocol: 'solace-and-more' } },
  channels: { 'a/{b}/c': { servers: ['log'], subscribe: {} }, d: {} },
}

async function plan(navigation: object, files: Record<string, string | object> = {}, config: object = {}) {
  await using folder = await makeFolder({
    'docs.json': { navigation, ...config },
    'index.mdx': page('Home'),
    'events.json': events,
    'old.json': old,
    ...files,
  })
  return await planSite(folder.root)
}

test('a file gives every channel a page under its tag, at the address that the format documents', async () => {
  const { navigation, pages, advice, findings } = await plan({ tabs: [{ tab: 'Events', asyncapi: '/events.json' }] })
  expect(navigation.root.divisions[0]?.entries).toEqual([
    '/api-reference/websockets/orderplaced',
    { kind: 'group', label: 'Money', entries: ['/api-reference/money/bills'] },
    { kind: 'group', label: 'Goods', entries: ['/api-reference/goods/all-parcels'] },
  ])
  expect(pages.find(({ title }) => title === 'Order placed')).toEqual({
    route: '/api-reference/websockets/orderplaced',
    file: 'events.json',
    output: 'api-reference/websockets/orderplaced.html',
    title: 'Order placed',
    method: 'WSS',
    operation: { spec: 'events.json', key: 'CHANNEL orderPlaced' },
    named: true,
  })
  expect(pages.find(({ title }) => title === 'All parcels')?.method).toBe('KAFKA')
  expect(pages.find(({ title }) => title === 'Bills')?.label).toBe('B')
  expect(pages.find(({ title }) => title === 'Hidden')).toMatchObject({ hidden: true, noindex: true })
  expect(pages.map(({ title }) => title)).not.toContain('Gone')
  expect([advice, findings]).toEqual([[], []])
})

test('an object says where the pages go, a list names several files, and pages named beside it stand first', async () => {
  const { navigation, pages } = await plan(
    {
      groups: [
        { group: 'A', asyncapi: { source: 'events.json', directory: 'live/v1' }, pages: ['index', 'own'] },
        { group: 'B', asyncapi: ['old.json', 'more.json'] },
        {
          group: 'C',
          openapi: { source: 'none.json', directory: 'elsewhere' },
          pages: [{ group: 'D', asyncapi: 'old.json' }],
        },
      ],
    },
    {
      'own.mdx': page('Own', '', 'asyncapi: events.json orderPlaced\n'),
      'more.json': { ...old, channels: { more: {} } },
    },
  )
  const [a, b, c] = navigation.root.entries as { entries: unknown[] }[]
  expect(a?.entries).toEqual([
    '/',
    '/own',
    { kind: 'group', label: 'Money', entries: ['/live/v1/money/bills'] },
    { kind: 'group', label: 'Goods', entries: ['/live/v1/goods/all-parcels'] },
  ])
  expect(b?.entries).toEqual(['a-b-c', 'd', 'more'].map((name) => `/api-reference/websockets/${name}`))
  expect(c?.entries).toEqual([
    { kind: 'group', label: 'D', entries: ['/api-reference/websockets/a-b-c', '/api-reference/websockets/d'] },
  ])
  expect(pages.find(({ title }) => title === 'a/{b}/c')?.method).toBe('SOLACE')
  expect(pages.find(({ title }) => title === 'D')?.method).toBe('MQTT')
  expect(pages.find(({ title }) => title === 'Own')).toMatchObject({ method: 'WSS', file: 'own.mdx' })
})

test('a page that names no file finds its channel in those of the configuration, or of the folder', async () => {
  const files = { 'own.mdx': page('Own', '', 'asyncapi: d\n'), 'other.json': old }
  const found = await plan({ pages: ['own'] }, files, { api: { asyncapi: ['other.json'] } })
  expect(found.pages.find(({ title }) => title === 'Own')?.operation?.spec).toBe('other.json')
  const [advice] = (await plan({ pages: ['own'] }, files)).advice
  expect(advice).toMatchObject({ file: 'own.mdx', path: 'asyncapi', message: expect.stringContaining('“d” stands in') })
})

test('what cannot be found is told where it is named, and what cannot be read with its line', async () => {
  const { advice, findings } = await plan(
    {
      groups: [
        { group: 'A', asyncapi: 'missing.yaml' },
        { group: 'B', asyncapi: 'broken.yaml' },
      ],
    },
    {
      'broken.yaml': 'asyncapi: 3.0.0\nchannels:\n  a: {\n',
      'own.mdx': page('Own', '', 'asyncapi: events.json nowhere\n'),
      'none.mdx': page('None', '', 'asyncapi: events.json two words\n'),
    },
  )
  expect(advice.map(({ file, path, message }) => `${file} ${path}: ${message}`).sort()).toEqual([
    'docs.json navigation.groups[0].asyncapi: There is no file “missing.yaml” that describes an API.',
    'none.mdx asyncapi: “events.json two words” names no channel.',
    'own.mdx asyncapi: “nowhere” is not in events.json.',
  ])
  expect(findings).toMatchObject([{ code: 'unreadable_spec', file: 'broken.yaml', line: 4 }])
})
