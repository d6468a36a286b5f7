import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openTab } from '../../testing/tab.ts'
import { startDev } from './start-dev.ts'

const config = { name: 'Site', navigation: { pages: ['index', 'a', 'b'] } }

function page(title: string, body: string): string {
  return `---\ntitle: ${title}\n---\n\n${body}\n`
}

/** A served folder of three pages, of which `a` imports a snippet. */
async function serve(
  files: Record<string, string> = {},
  options: { allowFetch?: boolean; authorCode?: 'browser' } = {},
) {
  const parts = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'bindery-dev-test-'))
  parts.defer(() => rm(root, { recursive: true, force: true }))
  const save = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const all = {
    'docs.json': JSON.stringify(config),
    'index.mdx': page('Home', 'Welcome.'),
    'a.mdx': page('A', "import Note from '/snippets/note.mdx'\n\n<Note />"),
    'b.mdx': page('B', 'Text of b.'),
    'snippets/note.mdx': 'First note.',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) await save(path, text)
  const printed: string[] = []
  const { url } = parts.use(await startDev({ root, port: 0, ...options, write: (text) => printed.push(text) }))
  const get = async (path: string) => (await fetch(url + path)).text()
  return { root, url, save, get, printed, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

test('a saved page is loaded again, with the new text, and no other page is', async () => {
  await using site = await serve()
  await using home = await openTab(site.url, '/')
  await using b = await openTab(site.url, '/b')
  expect(b.html).toContain('Text of b.')
  await site.save('b.mdx', page('B', 'Newer text.'))
  expect(await b.next()).toMatchObject({ event: 'reload' })
  expect(await site.get('/b')).toContain('Newer text.')
  await site.save('docs.json', '{')
  // The first that the other page hears is this.
  expect(await home.next()).toMatchObject({ event: 'remarks' })
})

test('an editor that saves by renaming is followed every time', async () => {
  await using site = await serve()
  for (const text of ['One.', 'Two.', 'Three.']) {
    await using b = await openTab(site.url, '/b')
    await site.save('b.mdx.tmp', page('B', text))
    await rename(join(site.root, 'b.mdx.tmp'), join(site.root, 'b.mdx'))
    expect(await b.next()).toMatchObject({ event: 'reload' })
    expect(await site.get('/b')).toContain(text)
  }
})

test('a save that changes nothing on the page is not noticed by it', async () => {
  await using site = await serve()
  await using b = await openTab(site.url, '/b')
  await site.save('b.mdx', page('B', 'Text of b.\n\n\n'))
  await site.save('docs.json', '{')
  // The first that it hears is this.
  expect(await b.next()).toMatchObject({ event: 'remarks' })
})

test('a saved snippet loads the pages that import it', async () => {
  await using site = await serve()
  await using a = await openTab(site.url, '/a')
  expect(a.html).toContain('First note.')
  await site.save('snippets/note.mdx', 'Second note.')
  expect(await a.next()).toMatchObject({ event: 'reload' })
  expect(await site.get('/a')).toContain('Second note.')
})

test('a new title, a new page and a changed docs.json reach every page', async () => {
  await using site = await serve()
  await using home = await openTab(site.url, '/')
  await site.save('b.mdx', page('Another title', 'Text of b.'))
  expect(await home.next()).toMatchObject({ event: 'reload' })
  expect(await site.get('/')).toContain('Another title')
  await using missing = await openTab(site.url, '/deep/c')
  expect(missing.status).toBe(404)
  await site.save('deep/c.mdx', page('C', 'Text of c.'))
  expect(await missing.next()).toMatchObject({ event: 'reload' })
  expect(await site.get('/deep/c')).toContain('Text of c.')
  await using again = await openTab(site.url, '/')
  await site.save('docs.json', JSON.stringify({ ...config, name: 'Another name' }))
  expect(await again.next()).toMatchObject({ event: 'reload' })
  expect(await site.get('/')).toContain('Another name')
})

test('what is wrong stands on the page and in the terminal, once, until it is fixed', async () => {
  await using site = await serve({ 'b.mdx': page('B', '[gone](/nowhere)') })
  await using b = await openTab(site.url, '/b')
  const remark = { severity: 'warning', file: 'b.mdx', line: 5, column: 1 }
  expect(await b.next()).toMatchObject({ event: 'remarks', data: [remark] })
  await site.save('b.mdx', page('B', '[gone](/nowhere) more'))
  expect(await b.next()).toMatchObject({ event: 'reload' })
  await using again = await openTab(site.url, '/b')
  await again.next()
  await site.save('b.mdx', page('B', 'All well.'))
  expect(await again.next()).toMatchObject({ event: 'reload' })
  const aboutB = site.printed.filter((line) => line.includes('b.mdx'))
  expect(aboutB).toEqual([expect.stringMatching(/^warning b\.mdx:5:1: /), 'b.mdx: nothing is wrong any more.\n'])
})

test('a page that fails shows the place and comes back with the next save', async () => {
  await using site = await serve()
  await using b = await openTab(site.url, '/b')
  await site.save('b.mdx', page('B', '<Card>\n\nnever closed'))
  expect(await b.next()).toMatchObject({ event: 'reload' })
  await using failed = await openTab(site.url, '/b')
  expect(failed.status).toBe(500)
  expect(failed.html).toMatch(/b\.mdx:\d+:\d+/)
  expect(failed.html).toContain('never closed')
  await site.save('b.mdx', page('B', 'Fixed.'))
  expect(await failed.next()).toMatchObject({ event: 'reload' })
  expect(await site.get('/b')).toContain('Fixed.')
})

test('a broken docs.json keeps the last good site and says what is wrong', async () => {
  await using site = await serve()
  await using home = await openTab(site.url, '/')
  await site.save('docs.json', '{\n"name" "Site"')
  expect(await home.next()).toMatchObject({
    event: 'remarks',
    data: [{ severity: 'error', file: 'docs.json', line: 2, message: expect.stringContaining('not JSON') }],
  })
  expect(await site.get('/')).toContain('Welcome.')
  expect(site.printed.join('')).toMatch(/^error docs\.json:2:8: This is not JSON/m)
  await site.save('docs.json', JSON.stringify(config))
  expect(await home.next()).toEqual({ event: 'remarks', data: [] })
})

test('search and the report are there, and tell of the page as it was saved last', async () => {
  await using site = await serve()
  await using b = await openTab(site.url, '/b')
  expect(JSON.parse(await site.get('/_bindery/report.json'))).toMatchObject({ counts: { rendered: 3 }, findings: [] })
  await site.save('b.mdx', page('B', '[gone](/nowhere)'))
  await b.next()
  expect(JSON.parse(await site.get('/_bindery/report.json'))).toMatchObject({ findings: [{ file: 'b.mdx' }] })
})

test('addresses lead where relative links work, and other hosts are refused', async () => {
  await using site = await serve({ 'deep/index.mdx': page('Deep', 'Text.') })
  const answer = await fetch(`${site.url}/deep`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/deep/index.html'])
  expect((await fetch(`${site.url}/b.md`)).headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  const status = await new Promise((resolve) => {
    request(site.url, { headers: { host: 'evil.example' } }, (response) => resolve(response.statusCode)).end()
  })
  expect(status).toBe(403)
})

test('with leave an OpenAPI file on another host has its pages', async () => {
  const spec = { openapi: '3.1.0', paths: { '/ships': { get: { summary: 'List ships' } } } }
  const host = createServer((_, response) => response.end(JSON.stringify(spec)))
  await once(host.listen(0, 'localhost'), 'listening')
  const openapi = `http://localhost:${(host.address() as AddressInfo).port}/openapi.json`
  const navigation = { groups: [{ group: 'API', openapi, pages: ['index', 'GET /ships'] }] }
  await using site = await serve({ 'docs.json': JSON.stringify({ name: 'Site', navigation }) }, { allowFetch: true })
  expect(await site.get('/api-reference/list-ships')).toContain('/ships')
  host.close()
})

test("the folder's own code is served where it is allowed, and follows what is saved", async () => {
  const counter = (word: string) =>
    page('B', `export const A = () => { const [n] = useState(1); return <b>${word} {n}</b> }\n\n<A />`)
  await using site = await serve({ 'b.mdx': counter('One'), 'stats.js': 'window.first = 1' }, { authorCode: 'browser' })
  const html = await site.get('/b')
  expect(html).toContain('binderyComponents')
  for (const [, path] of html.matchAll(/src="(_bindery\/(?:components|code\/stats)[^"]*)"/g)) {
    expect(await site.get(`/${path}`)).toMatch(/bindery-island|window\.first/)
  }
  await using b = await openTab(site.url, '/b')
  await site.save('stats.js', 'window.second = 2')
  expect(await b.next()).toMatchObject({ event: 'reload' })
  const [, path] = /src="(_bindery\/code\/[^"]*)"/.exec(await site.get('/b')) ?? []
  expect(await site.get(`/${path}`)).toContain('window.second')
})

test('a page with a diagram finds what renders it', async () => {
  await using site = await serve({ 'b.mdx': page('B', '```mermaid\ngraph TD; A-->B\n```') })
  const html = await site.get('/b')
  const scripts = [...html.matchAll(/(?:src|data-bindery-library)="([^"]*_bindery\/(?:diagrams|mermaid)-[^"]*)"/g)].map(
    ([, path]) => path,
  )
  expect(scripts).toHaveLength(2)
  for (const path of scripts) expect((await fetch(new URL(path ?? '', `${site.url}/`))).status).toBe(200)
})
