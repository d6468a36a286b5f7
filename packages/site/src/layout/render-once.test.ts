import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { indexSite } from '../plan/index-site.ts'
import { planSite } from '../plan/plan-site.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import { createChrome } from './chrome.ts'
import { renderHeader } from './header.ts'
import { renderFooter } from './page-tail.ts'

const pages = ['a', 'b', 'deep/c', 'd']
const docs = {
  navigation: { pages },
  icons: { library: 'lucide' },
  navbar: { links: [{ label: 'Sea\0', href: '/d', icon: 'anchor' }] },
  footer: { socials: { github: 'https://github.com/x', nowhere: 'https://nowhere.example' } },
}

/** Both parts of each page in turn, by one index for all pages, or by an index of its own for each. */
async function render(isShared: boolean, withShapes: (route: string) => boolean): Promise<string[]> {
  const files = Object.fromEntries(pages.map((name) => [`${name}.mdx`, page(name)]))
  await using folder = await makeFolder({ 'docs.json': docs, ...files })
  const plan = await planSite(folder.root)
  const shared = indexSite(plan)
  return pages.map((name) => {
    const site = isShared ? shared : indexSite(plan)
    const icons = createPageIcons('lucide')
    if (withShapes(name)) for (const icon of ['anchor', 'github']) icons(icon)
    const chrome = createChrome(site.pages.get(`/${name}`)!, site, icons)
    return `${renderHeader(chrome)}${renderFooter(chrome)}`
  })
}

test('what is rendered once is on every page what it would be alone, each with the shapes that it lacks', async () => {
  const hasShapes = (name: string) => name === 'b'
  const once = await render(true, hasShapes)
  expect(once).toEqual(await render(false, hasShapes))
  const shapes = once.map((text) => text.match(/<g id=/g)?.length ?? 0)
  expect(shapes[1]).toBe(0)
  expect(shapes[3]).toBeGreaterThan(0)
  expect(once[2]).toContain('href="../d.html"')
  expect(once[3]).toContain('aria-label="nowhere">nowhere</a>')
})
