import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { indexSite } from '../plan/index-site.ts'
import { planSite } from '../plan/plan-site.ts'
import { renderNotFound } from './render-not-found.tsx'

async function render(docs: object, siteUrl?: string): Promise<string> {
  const files = ['index', 'guides/a', 'es/index', 'es/b'].map((name) => [`${name}.mdx`, page(name)] as const)
  const logos = { 'a.svg': drawing, 'b.svg': drawing }
  await using folder = await makeFolder({ 'docs.json': docs, ...logos, ...Object.fromEntries(files) })
  return renderNotFound(indexSite(await planSite(folder.root, siteUrl === undefined ? {} : { siteUrl })))
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
const languages = [
  { language: 'en', pages: ['index', 'guides/a'] },
  { language: 'es', pages: ['es/index', 'es/b'] },
]

function dataOf(html: string) {
  const text = /data-bindery-site="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&lt;', '<') ?? ''
  return JSON.parse(text)
}

test('without script there is a way on to the start of each part, from any depth', async () => {
  const html = await render({ name: 'Acme', navigation: { languages } }, 'https://example.com/docs')
  expect(html).toContain(
    '<a class="logo" href="/docs/index.html" data-bindery-path="index.html" aria-label="Acme: Home">Acme</a>',
  )
  expect(html).toContain('<a href="/docs/es/index.html" data-bindery-path="es/index.html">es</a>')
  expect(html).toContain(
    '<a href="/docs/_bindery/pages/index.html" data-bindery-path="_bindery/pages/index.html">All pages</a>',
  )
  expect(await render({ navigation: { pages: ['guides/a'] } })).toContain('<a href="/guides/a.html"')
})

test('an address is looked for in the language that it is in', async () => {
  const { scopes, base } = dataOf(await render({ name: 'Acme', navigation: { languages } }))
  expect(base).toBe('/')
  expect(scopes.map(([folder]: [string]) => folder)).toEqual(['/es', ''])
  expect(new Set(scopes.map(([, scope]: [string, string]) => scope)).size).toBe(2)
})

test('the page runs its own script and no other', async () => {
  const html = await render({ name: '</title><script>alert(1)</script>', navigation: { pages: ['index'] } })
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  expect(scripts).toHaveLength(1)
  const digest = createHash('sha256').update(scripts[0]!).digest('base64')
  expect(html).toContain(`sha256-${digest}`)
})

test("it speaks the site's language, or the author's own words", async () => {
  const german = await render({ navigation: { languages: [{ language: 'de', pages: ['index'] }] } })
  expect(german).toContain('<html lang="de"')
  expect(german).toContain('<h1>Seite nicht gefunden</h1>')
  const errors = { 404: { title: 'Lost at sea', description: 'Turn round.' } }
  expect(await render({ errors, navigation: { pages: ['index'] } })).toContain('<h1>Lost at sea</h1><p>Turn round.</p>')
})

test('the logo is there from any depth, and the switch unless the author has decided', async () => {
  const docs = { logo: { light: '/a.svg', dark: '/b.svg' }, navigation: { pages: ['index'] } }
  const html = await render(docs)
  expect(html).toMatch(
    /<img class="only-light" src="\/(_bindery\/assets\/a-\w+\.svg)" data-bindery-path="\1" alt="[^"]*"\/>/,
  )
  expect(html).toMatch(/<img class="only-dark" src="\/_bindery\/assets\/b-/)
  expect(html).toContain('class="theme-button"')
  expect(await render({ ...docs, appearance: { default: 'dark', strict: true } })).not.toContain('class="theme-button"')
})
