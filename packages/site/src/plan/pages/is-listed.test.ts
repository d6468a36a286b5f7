import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { renderMachineFiles } from '../../outputs/render-machine-files.ts'
import { renderPage } from '../../pipeline/render-page.ts'
import { createTools } from '../../pipeline/tools.ts'
import { indexSite } from '../index-site.ts'
import { planSite } from '../plan-site.ts'

const tools = await createTools()
const body = (word: string) => `The ${word} word.`

/** All that the outputs for search and programs say of a site whose navigation names every page. */
async function tellAll() {
  await using folder = await makeFolder({
    'docs.json': { name: 'Acme', navigation: { pages: ['index', 'open', 'concealed', 'unindexed'] } },
    'index.mdx': page('Home'),
    'open.mdx': page('Open', body('ostrich')),
    'concealed.mdx': page('Concealed', body('cormorant'), 'hidden: true\n'),
    'unindexed.mdx': page('Unindexed', body('umbrellabird'), 'noindex: true\n'),
  })
  const site = indexSite(await planSite(folder.root, { siteUrl: 'https://docs.example.com' }))
  const files = renderMachineFiles(folder.root, site, new Map())
  const rendered = [...site.pages.values()].map((planned) => renderPage(planned, site, folder.root, tools))
  const found = (await Promise.all(rendered)).map(({ facts }) => facts.search)
  return { files: files.map(({ path, text }) => `${path}\n${text}`).join('\n'), search: JSON.stringify(found) }
}

test('a page that is hidden, or not to be indexed, is in no list though the navigation names it', async () => {
  const { files } = await tellAll()
  expect(files).toContain('https://docs.example.com/open')
  expect(files).toMatch(/ostrich/)
  expect(files).not.toMatch(/concealed|cormorant|unindexed|umbrellabird/i)
})

test('nor does the search of the site know a word of it', async () => {
  const { search } = await tellAll()
  expect(search).toMatch(/ostrich/)
  expect(search).not.toMatch(/cormorant|umbrellabird/)
})
