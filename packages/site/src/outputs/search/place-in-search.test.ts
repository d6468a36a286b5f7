import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { indexSite } from '../../plan/index-site.ts'
import { listReaderScopes } from '../../plan/navigation/search-section.ts'
import { planSite } from '../../plan/plan-site.ts'
import { placeInSearch } from './place-in-search.ts'

async function index(config: object, files: string[]) {
  const pages = Object.fromEntries(files.map((name) => [`${name}.mdx`, page(name)]))
  await using folder = await makeFolder({ 'docs.json': { name: 'Acme', ...config }, ...pages })
  return indexSite(await planSite(folder.root, {}))
}

test('a page that no navigation names is in no search, unless the author indexes all', async () => {
  const navigation = { pages: ['index'] }
  const listed = await index({ navigation }, ['index', 'aside'])
  expect(placeInSearch('/', listed)).toBeDefined()
  expect(placeInSearch('/aside', listed)).toBeUndefined()
  const all = await index({ navigation, seo: { indexing: 'all' } }, ['index', 'aside'])
  expect(placeInSearch('/aside', all)).toBeDefined()
})

const versions = {
  navigation: {
    tabs: [
      {
        tab: 'Guides',
        versions: [
          { version: 'v2', groups: [{ group: 'Start', pages: ['v2/start'] }] },
          { version: 'v1', groups: [{ group: 'Start', pages: ['v1/start'] }] },
        ],
      },
      { tab: 'Community', pages: ['community'] },
    ],
  },
}

test('a crumb names tab, version and group', async () => {
  const site = await index(versions, ['v2/start', 'v1/start', 'community'])
  expect(placeInSearch('/v1/start', site)?.crumb).toBe('Guides › v1 › Start')
  expect(placeInSearch('/v1/start', site)?.section).toBe('Guides')
})

test('a version’s reader also searches what stands in none, and from there the version that is shown first', async () => {
  const site = await index(versions, ['v2/start', 'v1/start', 'community'])
  const { sections } = site.navigation
  const scopes = (route: string) => listReaderScopes(site.navigation.sectionOf(route), sections)
  const [[v2], [v1], [none]] = [scopes('/v2/start'), scopes('/v1/start'), scopes('/community')]
  expect(scopes('/v1/start')).toEqual([v1, none])
  expect(scopes('/v2/start')).toEqual([v2, none])
  expect(scopes('/community')).toEqual([none, v2])
})
