import { beforeAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { renderPage } from '../../pipeline/render-page.ts'
import { createTools, type Tools } from '../../pipeline/tools.ts'
import { indexSite } from '../index-site.ts'
import { planSite } from '../plan-site.ts'

let tools: Tools
beforeAll(async () => {
  tools = await createTools()
})

const url = 'https://api.example/v1/openapi'
const spec = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /ships:
    get:
      summary: List ships
      parameters:
        - { name: here, in: query, schema: { $ref: "#/components/schemas/Here" } }
        - { name: beside, in: query, schema: { $ref: "parts.json#/Beside" } }
        - { name: absent, in: query, schema: { $ref: "absent.json" } }
        - { name: inside, in: query, schema: { $ref: "/local.json#/Secret" } }
components:
  schemas:
    Here: { type: string, description: From the file itself. }
`
const files = {
  'docs.json': {
    navigation: {
      groups: [
        { group: 'A', openapi: url },
        { group: 'B', pages: ['index', 'own'] },
      ],
    },
  },
  'index.mdx': page('Home'),
  'own.mdx': page('Own', 'An own text.', `openapi: ${url} GET /ships\n`),
  'local.json': { Secret: { type: 'string', description: 'From the docs folder.' } },
  '.fetched/one': spec,
  '.fetched/two': { Beside: { type: 'string', description: 'From beside it.' } },
}
const fetched = {
  folder: '.fetched',
  digests: { [url]: 'one', 'https://api.example/v1/parts.json': 'two' },
  failures: {},
}

test('a fetched description has pages like one of the docs folder', async () => {
  await using folder = await makeFolder(files)
  const plan = await planSite(folder.root, { fetched })
  expect(plan.advice).toEqual([])
  const site = indexSite(plan)
  const own = site.pages.get('/own')
  expect(own?.operation).toEqual({ spec: url, key: 'GET /ships' })
  const { files: rendered, facts } = await renderPage(own!, site, folder.root, tools)
  const html = new TextDecoder().decode(rendered[0]?.bytes)
  for (const text of ['An own text.', '/ships', 'From the file itself.', 'From beside it.'])
    expect(html).toContain(text)
  expect(facts.imports).toEqual([url, 'https://api.example/v1/parts.json'])
})

test('its references lead to what was fetched, never into the docs folder', async () => {
  await using folder = await makeFolder(files)
  const site = indexSite(await planSite(folder.root, { fetched }))
  const { files: rendered, facts } = await renderPage(site.pages.get('/own')!, site, folder.root, tools)
  expect(new TextDecoder().decode(rendered[0]?.bytes)).not.toContain('From the docs folder.')
  expect(facts.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    `unknown_reference: “absent.json” in ${url} is on another host and was not fetched.`,
    `unknown_reference: “/local.json#/Secret” in ${url} is on another host and was not fetched.`,
  ])
})

test('without the network each address is advised about once, with what to do', async () => {
  await using folder = await makeFolder(files)
  const { advice, pages } = await planSite(folder.root)
  expect(pages.map(({ route }) => route)).toEqual(['/', '/own'])
  expect(advice).toEqual([
    {
      file: 'own.mdx',
      path: 'openapi',
      message: `“${url}” is on another host and was not fetched.`,
      suggestion: 'Use --allow-fetch, or save it in the docs folder.',
    },
  ])
})

test('the reason of a failure is told where the address stands', async () => {
  await using folder = await makeFolder(files)
  const failures = { [url]: 'its host answered with status 404' }
  const { advice } = await planSite(folder.root, { fetched: { folder: '.fetched', digests: {}, failures } })
  expect(advice.map(({ message }) => message)).toEqual([
    `“${url}” could not be fetched: its host answered with status 404.`,
  ])
})
