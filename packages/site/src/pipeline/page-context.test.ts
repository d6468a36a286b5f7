import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { englishWords } from '../model/words/words.ts'
import { indexSite } from '../plan/index-site.ts'
import { planSite } from '../plan/plan-site.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import { emptyFacts } from './empty-facts.ts'
import { createPageContext } from './render-page-content.ts'
import { askNothing } from './reuse/page-trace.ts'
import { createTools } from './tools.ts'

test('the id of a tab, a step or an accordion is never that of a heading or of another one', async () => {
  await using folder = await makeFolder({ 'docs.json': { navigation: { pages: ['a'] } }, 'a.mdx': page('A') })
  const site = indexSite(await planSite(folder.root))
  const planned = site.pages.get('/a')!
  const headings = ['install', 'install-2'].map((id) => ({ depth: 2, id, text: id }))
  const facts = { ...emptyFacts(planned), headings }
  const tools = await createTools()
  const { id } = createPageContext({
    page: planned,
    site,
    tools,
    icon: createPageIcons('lucide'),
    words: englishWords,
    facts,
    ids: ['other-2'],
    updates: [],
    asked: askNothing(),
  })
  expect(['Install', 'Install 2', 'Install', 'Other', 'Other', '!'].map(id)).toEqual([
    'install-3',
    'install-2-2',
    'install-4',
    'other',
    'other-3',
    'part',
  ])
})
