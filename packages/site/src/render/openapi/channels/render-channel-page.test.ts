import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../../../testing/site-folder.ts'
import { renderPage } from '../../../pipeline/render-page.ts'
import { createTools, type Tools } from '../../../pipeline/tools.ts'
import { indexSite } from '../../../plan/index-site.ts'
import { planSite } from '../../../plan/plan-site.ts'

const fixture = join(import.meta.dirname, '../../../../fixtures/openapi')
let tools: Tools
beforeAll(async () => {
  tools = await createTools()
})

async function render(root: string, route: string) {
  const site = indexSite(await planSite(root))
  const planned = site.pages.get(route)
  if (!planned) throw new Error(`${route} is not among ${[...site.pages.keys()].join(' ')}`)
  const rendered = await renderPage(planned, site, root, tools)
  const decode = (index: number) => new TextDecoder().decode(rendered.files[index]?.bytes)
  const html = decode(0).slice(decode(0).indexOf('<article'), decode(0).indexOf('</article>'))
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  return { ...rendered, html, text, markdown: decode(1) }
}

async function renderChannel(description: object, route = '/api-reference/websockets/c') {
  await using folder = await makeFolder({
    'docs.json': { navigation: { groups: [{ group: 'A', asyncapi: 'a.json' }] } },
    'index.mdx': page('Home'),
    'a.json': { asyncapi: '3.0.0', info: { title: 'T', version: '1' }, ...description },
  })
  return await render(folder.root, route)
}

test('a page of a channel shows where it is, who may use it, and what goes each way', async () => {
  const { facts, html, text } = await render(fixture, '/events/live/berth-updates')
  expect(facts.headings.map(({ depth, id }) => `${depth} ${id}`)).toEqual([
    '2 staying-connected',
    '2 authorization',
    '2 parameters',
    '2 bindings',
    '2 messages-you-send',
    '3 subscribe',
    '3 confirmed',
    '3 ping',
    '2 messages-you-receive',
    '3 ship-arrived',
    '3 ship-left',
  ])
  for (const { id } of facts.headings) expect(facts.anchors).toContain(id)
  expect(html).toContain('<span class="method method-wss">WSS</span>')
  for (const words of [
    'wss://north.harbor.example/live Production',
    "Bearer &lt;token&gt; A token of the harbor's API.",
    'berthId string required The berth to watch. Example: b-12',
    'detail string default: short Values: short full',
    'since string&lt;date-time&gt; Where to begin.',
    'Watch a berth Only the messages that you ask for are sent to you.',
    'kind string[] required at least 1 item Values: arrival departure',
    'Headers traceId string&lt;uuid&gt; required',
    'Correlation ID: $message.header#/traceId',
    'Reply $message.header#/replyTo Confirmed',
    'Ship holds itself',
    'Sailed Towed',
    'Everything Arrivals only Ping',
  ])
    expect(text).toContain(words)
  expect(facts.diagnostics).toEqual([])
})

test('version 2: a reader sends what is published and receives what is subscribed to', async () => {
  const { facts, text } = await render(fixture, '/api-reference/websockets/buoys-buoyid-measured')
  expect(facts.headings.map(({ id }) => id)).toEqual([
    'authorization',
    'parameters',
    'bindings',
    'messages-you-send',
    'measurenow',
    'messages-you-receive',
    'wave',
    'battery',
  ])
  for (const words of [
    'MQTT buoys/ {buoyId} / measured',
    'mqtt://sea.harbor.example:1883',
    'user user and password required',
    'buoyId integer required The buoy. at least 1',
  ])
    expect(text).toContain(words)
})

test('a payload in another notation is shown as it is written', async () => {
  const { text } = await render(fixture, '/events/ledger/arrivallog')
  for (const words of ['KAFKA harbor.arrivals', 'SASL/SCRAM-SHA-512', 'topic harbor.arrivals', 'timestamp-millis'])
    expect(text.replaceAll('&quot;', '')).toContain(words)
})

test("the author's text stands above the messages, and search and programs find both", async () => {
  const { text, facts, markdown } = await render(fixture, '/events/tides')
  expect(text.indexOf('The table is sent once')).toBeLessThan(text.indexOf('high string'))
  expect(facts.search).toBeDefined()
  expect(markdown).toContain('The table is sent once')
  expect(markdown).toContain('`WSS /tides`')
  expect(markdown).toContain('## Messages\n\n### Tide\n\n`application/json`: object\n\n- `high` (string<time>)')
})

test('a channel whose file loses it keeps its page', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['own'] } },
    'own.mdx': page('Own', 'An own text.', 'asyncapi: a.json c\n'),
    'a.json': { asyncapi: '3.0.0', channels: { c: {} } },
  })
  const site = indexSite(await planSite(folder.root))
  await writeFile(join(folder.root, 'a.json'), '{"asyncapi": "3.0.0", "channels": {}}')
  const { files, facts } = await renderPage(site.pages.get('/own')!, site, folder.root, await createTools())
  expect(new TextDecoder().decode(files[0]?.bytes)).toContain('An own text.')
  expect(facts.failure).toBeUndefined()
})

test('a reference that leads nowhere is a warning', async () => {
  const message = { payload: { $ref: '#/components/schemas/Gone' } }
  const { facts } = await renderChannel({ channels: { c: { messages: { m: message } } } })
  expect(facts.diagnostics).toMatchObject([{ code: 'unknown_reference', at: { file: 'a.json' } }])
})

test('an operation of another channel, or of another file, is not this one’s', async () => {
  const channels = { c: { messages: { own: { title: 'Own' } } }, 'c/d': { messages: { other: { title: 'Other' } } } }
  const operations = {
    a: { action: 'send', channel: { $ref: '#/channels/c~1d' } },
    b: { action: 'send', channel: { $ref: 'b.json#/channels/c' } },
  }
  const { facts } = await renderChannel({ channels, operations })
  expect(facts.headings.map(({ id }) => id)).toEqual(['messages', 'own'])
  const other = await renderChannel({ channels, operations }, '/api-reference/websockets/c-d')
  expect(other.facts.headings.map(({ id }) => id)).toEqual(['messages-you-receive', 'other'])
})

test('what an author writes is text', async () => {
  const evil = '<img src=x onerror=alert(1)>'
  const { html } = await renderChannel({
    servers: { s: { host: evil, protocol: evil, description: evil } },
    channels: {
      c: {
        address: evil,
        bindings: { [evil]: { [evil]: evil } },
        messages: { [evil]: { contentType: evil, payload: { type: evil }, correlationId: { location: evil } } },
      },
    },
  })
  expect(html).not.toContain('<img')
})

const times = <Item>(count: number, make: (index: number) => Item) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, make(index)]))

test.each<[string, object]>([
  [
    'messages, schemas and bindings without end',
    {
      channels: {
        c: {
          bindings: times(60, () => times(60, () => ({ type: 'object', properties: times(50, () => ({})) }))),
          messages: times(3000, () => ({ $ref: '#/components/messages/m' })),
        },
      },
      operations: times(3000, () => ({ action: 'send', channel: { $ref: '#/channels/c' } })),
      components: {
        messages: { m: { payload: { $ref: '#/components/schemas/n0' }, headers: { $ref: '#/components/schemas/n1' } } },
        schemas: times(40, (at) => ({
          type: 'object',
          description: 'd'.repeat(5000),
          properties: times(300, (field) => ({ $ref: `#/components/schemas/n${(at + field) % 40}` })),
        })),
      },
    },
  ],
  [
    'references in a circle',
    {
      channels: { c: { messages: { m: { $ref: '#/channels/c/messages/n' }, n: { $ref: '#/channels/c/messages/m' } } } },
      operations: {
        o: { $ref: '#/operations/o' },
        p: {
          action: 'send',
          channel: { $ref: '#/channels/c' },
          reply: { channel: { $ref: '#/channels/c' } },
          traits: [{ $ref: '#/operations/p' }],
        },
      },
    },
  ],
  [
    'a payload of another notation, a thousand times',
    {
      channels: {
        c: {
          messages: times(1000, () => ({ payload: { schemaFormat: 'avro', schema: { $ref: '#/components/big' } } })),
        },
      },
      components: { big: times(20_000, (at) => `text ${at}`) },
    },
  ],
])('%s make a page of ordinary size', async (_, description) => {
  const before = process.cpuUsage()
  const { html } = await renderChannel(description)
  expect(html.length).toBeLessThan(4_000_000)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(30_000)
})
