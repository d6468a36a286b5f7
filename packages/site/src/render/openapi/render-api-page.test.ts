import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { renderPage } from '../../pipeline/render-page.ts'
import { createTools, type Tools } from '../../pipeline/tools.ts'
import { indexSite } from '../../plan/index-site.ts'
import { planSite } from '../../plan/plan-site.ts'

const fixture = join(import.meta.dirname, '../../../fixtures/openapi')
let tools: Tools
beforeAll(async () => {
  tools = await createTools()
})

async function render(root: string, route: string, beforeRendering?: () => Promise<void>) {
  const plan = await planSite(root)
  await beforeRendering?.()
  const site = indexSite(plan)
  const planned = site.pages.get(route)
  if (!planned) throw new Error(`${route} is not among ${[...site.pages.keys()].join(' ')}`)
  const { files, facts } = await renderPage(planned, site, root, tools)
  const html = new TextDecoder().decode(files[0]?.bytes)
  const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'))
  return { html: article, facts, text: article.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

async function renderSpec(paths: object, route: string, more: object = {}) {
  const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more }
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index'], openapi: 'a.json', groups: [{ group: 'A', openapi: 'a.json' }] } },
    'index.mdx': page('Home'),
    'a.json': spec,
  })
  return await render(folder.root, route)
}

test('a page of an operation shows what goes in and what comes out', async () => {
  const { facts, html, text } = await render(fixture, '/api/ships/list-ships')
  expect(facts.headings.map((heading) => `${heading.depth} ${heading.id}`)).toEqual([
    '2 pages',
    '2 authorization',
    '2 query-parameters',
    '2 headers',
    '2 cookies',
    '2 responses',
    '3 200-ok',
    '3 401-unauthorized',
  ])
  for (const id of facts.headings.map((heading) => heading.id)) expect(facts.anchors).toContain(id)
  expect(html).toContain('<span class="method method-get">GET</span>')
  for (const words of [
    'https://north.harbor.example/v2 Production',
    'Bearer &lt;token&gt;',
    'X-Harbor-Key',
    'limit integer default: 20',
    'How many to return. 1 to 100',
    'Values: cargo ferry sail tug',
    'session string deprecated',
    'ships object[] required',
    'id integer read-only required',
    'Ship holds itself',
    'after string | null',
    'The token is missing',
    'cURL',
    'JavaScript',
    'Python',
    'package main',
  ]) {
    expect(text, words).toContain(words)
  }
  expect(facts.diagnostics).toEqual([])
  expect(facts.imports).toEqual(['api/harbor.yaml'])
})

test("the author's text stands above the fields, and search finds both", async () => {
  const { facts, text } = await render(fixture, '/berths/reserve')
  const order = ['Holds a berth', 'A reservation holds', 'Before you call', 'The number on the quay', 'Responses']
  const places = order.map((words) => text.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(JSON.stringify(facts.search)).toContain('Path parameters')
})

test('programs read the same fields as Markdown', async () => {
  const plan = await planSite(fixture)
  const site = indexSite(plan)
  const planned = site.pages.get('/berths/reserve')
  const { files = [] } = planned ? await renderPage(planned, site, fixture, tools) : {}
  const markdown = new TextDecoder().decode(files.find(({ path }) => path.endsWith('.md'))?.bytes)
  expect(markdown).toContain('A reservation holds the berth for an hour.')
  expect(markdown).toContain('`POST https://north.harbor.example/v2/berths/{berthId}/reservations`')
  expect(markdown).toContain('- `berthId` (integer; required; at least 1): The number on the quay.')
  expect(markdown).toContain('- `services` (string[]; no item twice)')
})

test('parameters in a path are tinted and the path may break at each slash', async () => {
  const { html } = await render(fixture, '/berths/reserve')
  expect(html).toContain('/<wbr>berths/<wbr><span class="api-parameter">{berthId}</span>/<wbr>reservations')
})

test('a part of another file is shown; a webhook shows its payload and no address', async () => {
  const ship = await render(fixture, '/api/ships/register-a-ship')
  expect(ship.text).toContain('country string 2 characters')
  expect(ship.text).toContain('multipart/form-data')
  expect(ship.facts.imports).toEqual(['api/harbor.yaml', 'api/parts.yaml'])
  const hook = await render(fixture, '/api/a-ship-has-arrived')
  expect(hook.html).toContain('>WEBHOOK</span>')
  expect(hook.facts.headings[0]?.text).toBe('Payload')
  expect(hook.text).not.toContain('north.harbor.example')
})

test('descriptions of a stranger are text: no component, no expression, no script', async () => {
  const hostile = '<script>alert(1)</script> {1+1} <Card title="c">x</Card> <img src=x onerror=alert(1)> `code`'
  const { html, text } = await renderSpec(
    {
      '/a': {
        get: {
          summary: 'A',
          description: hostile,
          parameters: [
            { name: '"><script>', in: 'query', description: hostile, schema: { type: 'string', enum: [hostile] } },
          ],
          responses: { 200: { description: hostile } },
        },
      },
    },
    '/api-reference/a',
  )
  expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>|class="card/)
  expect(text).toContain('{1+1}')
})

test('a dead link in a description is told with the file that holds it', async () => {
  const { facts } = await renderSpec(
    { '/a': { get: { summary: 'A', description: 'See [b](/b).' } } },
    '/api-reference/a',
  )
  expect(facts.diagnostics).toMatchObject([{ code: 'broken_link', at: { file: 'a.json', line: 1, column: 1 } }])
})

test('a reference that leads nowhere is a warning and shown as unknown', async () => {
  const { facts, text } = await renderSpec(
    {
      '/a': {
        get: { summary: 'A', parameters: [{ name: 'p', in: 'query', schema: { $ref: '#/components/schemas/No' } }] },
      },
    },
    '/api-reference/a',
  )
  expect(text).toContain('p unknown')
  expect(facts.diagnostics).toEqual([
    {
      code: 'unknown_reference',
      message: '“#/components/schemas/No” in a.json leads to nothing.',
      at: { file: 'a.json', line: 1, column: 1 },
    },
  ])
})

test('a file that cannot be read any more is a warning on the page, which keeps its text', async () => {
  await using folder = await makeFolder({})
  await cp(fixture, folder.root, { recursive: true })
  const { html, facts } = await render(folder.root, '/berths/reserve', () =>
    writeFile(join(folder.root, 'api/harbor.yaml'), 'a: ['),
  )
  expect(html).toContain('A reservation holds')
  expect(facts.diagnostics).toMatchObject([{ code: 'unreadable_spec', at: { file: 'berths/reserve.mdx' } }])
})

test('the words around the fields are in the language of the page, its anchors are not', async () => {
  const spec = {
    openapi: '3.1.0',
    paths: { '/a': { get: { summary: 'A', responses: { 200: { description: 'ok' } } } } },
  }
  await using folder = await makeFolder({
    'docs.json': { navigation: { languages: [{ language: 'de', openapi: { source: 'a.json', directory: 'de' } }] } },
    'a.json': spec,
  })
  const { facts } = await render(folder.root, '/de/a')
  expect(facts.headings[0]).toEqual({ depth: 2, id: 'responses', text: 'Antworten' })
})

test('`api` in the front matter gives a bar to fields that the author wrote', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['a'] }, api: { mdx: { server: 'https://api.example.com' } } },
    'a.mdx': page('A', '<ParamField path="id">x</ParamField>', 'api: "DELETE /users/{id}"\n'),
  })
  const { text } = await render(folder.root, '/a')
  expect(text).toContain('DELETE / users/ {id} https://api.example.com')
})

test('500 operations of 3 MB are read once, and a definition of a thousand uses stays a page', async () => {
  const fields = Array.from({ length: 30 }, (_, index) => [
    `f${index}`,
    { type: 'string', description: 'd'.repeat(150) },
  ])
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(fields), self: { $ref: '#/components/schemas/Big' } },
  }
  const paths = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      `/p${index}`,
      { get: { summary: `Operation ${index}`, responses: { 200: { content: { 'application/json': { schema } } } } } },
    ]),
  )
  let reads = 0
  const { open } = tools.specs
  const counted: Tools = {
    ...tools,
    specs: {
      open: (key, kind, file, read) =>
        open(key, kind, file, () => {
          reads += 1
          return read()
        }),
    },
  }
  await using folder = await makeFolder({
    'docs.json': { navigation: { openapi: 'a.json' } },
    'a.json': { openapi: '3.1.0', paths, components: { schemas: { Big: schema } } },
  })
  const plan = await planSite(folder.root)
  expect(plan.pages).toHaveLength(500)
  expect(JSON.stringify(plan.pages).length).toBeLessThan(500 * 300)
  const site = indexSite(plan)
  for (const planned of plan.pages.slice(0, 10)) {
    const { files } = await renderPage(planned, site, folder.root, counted)
    expect(files[0]?.bytes.length).toBeLessThan(200_000)
  }
  expect(reads).toBe(1)
})

test('the ways to a token are told, with the scopes that the operation asks for', async () => {
  const { text, facts } = await render(fixture, '/api/tides/watch-a-tide')
  for (const words of [
    'authorization_code Authorization URL: https://login.harbor.example/authorize',
    'Token URL: https://login.harbor.example/token Refresh URL: https://login.harbor.example/refresh',
    'client_credentials Token URL: https://login.harbor.example/token',
    'Scopes: tides:read Read the level of the water. alerts:write Set and remove alerts.',
  ]) {
    expect(text, words).toContain(words)
  }
  expect(text).not.toContain('berths:write')
  expect(facts.diagnostics).toEqual([])
})

test('a callback shows what is sent and how it is answered; a link what can be asked next', async () => {
  const { html, text, facts } = await render(fixture, '/api/tides/watch-a-tide')
  expect(facts.headings.slice(-6).map(({ depth, id }) => `${depth} ${id}`)).toEqual([
    '2 callbacks',
    '3 waterrises',
    '4 204-no-content',
    '4 410-gone',
    '3 waterfalls',
    '4 204-no-content-2',
  ])
  expect(html).toContain('<span class="api-parameter">{$request.body#/url}</span>')
  expect(html).toContain('</span>/<wbr>falling')
  expect(text).toContain('Sent once for each tide. Headers X-Harbor-Signature string required')
  expect(text).toContain('Payload application/json required level number required more than 0')
  expect(text).toContain('reserve POST /berths/{berthId}/reservations Holds the berth')
  expect(text).toContain('berthId = $response.body#/nearestBerth')
  expect(text).toContain('ships GET /ships')
  expect(facts.diagnostics).toEqual([])
})

test('a site says what is unfolded, and what stands beside the name of a field', async () => {
  const inner = { type: 'object', properties: { deep: { type: 'object', properties: { leaf: { type: 'string' } } } } }
  const id = { type: 'string', nullable: true, 'x-internal': true, 'x-tags': ['one', 2, {}], 'x-off': false }
  const schema = { type: 'object', properties: { id, inner } }
  const paths = { '/a': { get: { summary: 'A', responses: { 200: { content: { 'application/json': { schema } } } } } } }
  const open = async (params?: object) => {
    await using folder = await makeFolder({
      'docs.json': { navigation: { groups: [{ group: 'A', openapi: 'a.json' }] }, ...(params && { api: { params } }) },
      'index.mdx': page('Home'),
      'a.json': { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths },
    })
    const { html, text } = await render(folder.root, '/api-reference/a')
    return { text, unfolded: html.match(/<details class="expandable"[^>]*>/g)?.map((tag) => tag.includes('open')) }
  }
  expect((await open()).unfolded).toEqual([true, false])
  expect((await open({ expanded: 'all' })).unfolded).toEqual([true, true])
  expect((await open({ expanded: 'closed' })).unfolded).toEqual([false, false])
  const { text } = await open({ post: ['x-internal', 'x-tags', 'x-off', 'x-none'] })
  expect(text).toContain('id string | null x-internal one 2')
  expect(text).not.toContain('x-off')
})
