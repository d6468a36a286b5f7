import { expect, test } from 'vitest'
import { makeFolder } from '../../testing/site-folder.ts'
import { indexSite } from '../plan/index-site.ts'
import { planSite } from '../plan/plan-site.ts'
import { renderMachineFiles } from './render-machine-files.ts'

const pages = {
  'docs.json': JSON.stringify({ name: 'Acme', navigation: { groups: [{ group: 'Start', pages: ['index', 'a'] }] } }),
  'index.mdx': '---\ntitle: Home\n---\nWelcome.',
  'a.mdx': '---\ntitle: A\n---\nText.',
  'secret.mdx': '---\ntitle: Secret\nhidden: true\n---\nNothing.',
}

async function render(files: Record<string, string>, siteUrl?: string): Promise<Record<string, string>> {
  await using folder = await makeFolder(files)
  const site = indexSite(await planSite(folder.root, siteUrl === undefined ? {} : { siteUrl }))
  const descriptions = new Map([['/a', 'About A']])
  const rendered = renderMachineFiles(folder.root, site, descriptions)
  return Object.fromEntries(rendered.map(({ path, text }) => [path, text]))
}

test('programs find every page, and none that is hidden', async () => {
  const files = await render(pages, 'https://docs.example.com/')
  expect(files['llms.txt']).toContain('- [A](https://docs.example.com/a.md): About A')
  expect(files['llms-full.txt']).toContain('# A\n\n> About A\n\nText.')
  expect(files['sitemap.xml']).toContain('<loc>https://docs.example.com/a</loc>')
  expect(files['robots.txt']).toContain('Sitemap: https://docs.example.com/sitemap.xml')
  expect(JSON.stringify(files)).not.toMatch(/secret/i)
})

test('without an address of the site there is no sitemap, and links are relative', async () => {
  const files = await render(pages)
  expect(files['sitemap.xml']).toBeUndefined()
  expect(files['llms.txt']).toContain('- [A](a.md)')
})

test("an author's own file stands instead of ours", async () => {
  expect(Object.keys(await render({ ...pages, 'robots.txt': 'User-agent: x' }))).not.toContain('robots.txt')
})

test('an operation that has only its OpenAPI file is named, and the file is not copied for it', async () => {
  const spec = { openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: { '/a': { get: { summary: 'List' } } } }
  const navigation = { groups: [{ group: 'API', openapi: 'spec.json' }] }
  const files = await render({
    'docs.json': JSON.stringify({ name: 'Acme', navigation }),
    'spec.json': JSON.stringify(spec),
  })
  expect(files['llms-full.txt']).toContain('[List](')
  expect(files['llms-full.txt']).not.toContain('"paths"')
})
