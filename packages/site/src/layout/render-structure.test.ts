import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { indexSite } from '../plan/index-site.ts'
import { planSite } from '../plan/plan-site.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import { createChrome } from './chrome.ts'
import { renderStructure } from './structure.ts'

const docs = {
  name: 'Acme',
  navigation: { groups: [{ group: 'Guides', root: 'guides/index', pages: ['guides/a', 'guides/long'] }] },
}

async function render(route: string, options: { siteUrl?: string } = { siteUrl: 'https://docs.example.com' }) {
  await using folder = await makeFolder({
    'docs.json': docs,
    'guides/index.mdx': page('Guides'),
    'guides/a.mdx': page('</script><script>alert(1)'),
    'guides/long.mdx': page('Ä'.repeat(400)),
    'hidden.mdx': page('Hidden', '', 'hidden: true\n'),
  })
  const site = indexSite(await planSite(folder.root, options))
  return renderStructure(createChrome(site.pages.get(route)!, site, createPageIcons('lucide'))).text
}

test('search engines learn what a page is and where it stands; a title cannot end the block', async () => {
  const text = await render('/guides/a')
  const json = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(text)?.[1] ?? ''
  expect(JSON.parse(json)['@graph']).toEqual([
    {
      '@type': 'TechArticle',
      headline: '</script><script>alert(1)',
      url: 'https://docs.example.com/guides/a',
      inLanguage: 'en',
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Acme', item: 'https://docs.example.com/' },
        { '@type': 'ListItem', position: 2, name: 'Guides', item: 'https://docs.example.com/guides' },
        { '@type': 'ListItem', position: 3, name: '</script><script>alert(1)' },
      ],
    },
  ])
})

test('a page grows by 600 bytes at most', async () => {
  expect(Buffer.byteLength(await render('/guides/long'))).toBeLessThanOrEqual(600)
})

test('there is nothing to tell of a hidden page, or while the address of the site is unknown', async () => {
  expect(await render('/hidden')).toBe('')
  expect(await render('/guides/a', {})).toBe('')
})
