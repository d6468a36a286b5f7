import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { failedPage } from '../../pipeline/failed-page.ts'
import { renderPage } from '../../pipeline/render-page.ts'
import { createTools } from '../../pipeline/tools.ts'
import { resolveLink } from '../../render/links/resolve-link.ts'
import { indexSite } from '../index-site.ts'
import { planSite } from '../plan-site.ts'

const tools = await createTools()
const pages = { 'guides/start.mdx': page('Start', '[On](./next)'), 'guides/next.mdx': page('Next', '[Home](/)') }

async function renderAll(files: Record<string, string | object>) {
  await using folder = await makeFolder(files)
  const site = indexSite(await planSite(folder.root, { siteUrl: 'https://docs.example.com' }))
  const rendered = await Promise.all([...site.pages.values()].map((one) => renderPage(one, site, folder.root, tools)))
  const made = rendered.flatMap((one) =>
    one.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()] as const),
  )
  return { site, rendered, files: new Map(made) }
}

const navigation = { pages: ['guides/start', 'guides/next'] }

test('the first page stands at the root too, with links from there and its own address as the one', async () => {
  const { files, rendered } = await renderAll({ 'docs.json': { name: 'A', navigation }, ...pages })
  const root = files.get('index.html') ?? ''
  expect(root).toContain('<link rel="canonical" href="https://docs.example.com/guides/start"/>')
  expect(root).toContain('href="guides/next.html"')
  expect(root).not.toContain('noindex')
  expect(files.get('index.md')).toBe(files.get('guides/start.md'))
  expect(rendered.map(({ facts }) => facts.output)).toEqual(['guides/next.html', 'guides/start.html'])
})

test('a link to the root leads to the first page', async () => {
  const { site, files } = await renderAll({ 'docs.json': { name: 'A', navigation }, ...pages })
  expect(files.get('guides/next.html')).toContain('href="start.html">Home')
  expect(resolveLink('/', site.pages.get('/guides/next')!, site).kind).toBe('page')
})

test('a page or a redirect that stands at the root keeps it', async () => {
  const own = await renderAll({ 'docs.json': { name: 'A', navigation }, ...pages, 'index.mdx': page('Home') })
  expect(own.files.get('index.html')).toContain('<h1>Home</h1>')
  const redirects = [{ source: '/', destination: '/guides/next' }]
  const led = await renderAll({ 'docs.json': { name: 'A', navigation, redirects }, ...pages })
  expect(led.files.has('index.html')).toBe(false)
})

test('a first page of which nothing could be made leaves the root no empty place', async () => {
  const { site } = await renderAll({ 'docs.json': { name: 'A', navigation }, ...pages })
  const { files } = failedPage(site.pages.get('/guides/start')!, site, 'It took too long.')
  expect(files.map(({ path }) => path)).toEqual(['guides/start.html', 'index.html'])
})
