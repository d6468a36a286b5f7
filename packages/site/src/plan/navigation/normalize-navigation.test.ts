import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { planSite } from '../plan-site.ts'
import { firstPage, indexNavigation } from './index-navigation.ts'

async function plan(navigation: object, pages: string[] = ['a', 'b', 'c', 'fr/a', 'fr/b']) {
  const files = Object.fromEntries(pages.map((name) => [`${name}.mdx`, page(name)]))
  await using folder = await makeFolder({ 'docs.json': { navigation }, ...files })
  return await planSite(folder.root)
}

test('groups nest, have root pages and may be hidden', async () => {
  const { navigation } = await plan({
    groups: [
      { group: 'One', root: 'a', directory: 'card', pages: ['b', { group: 'Two', expanded: true, pages: ['c'] }] },
      { group: 'Secret', hidden: true, pages: ['fr/a'] },
    ],
  })
  expect(navigation.root.entries).toEqual([
    {
      kind: 'group',
      label: 'One',
      root: '/a',
      directory: 'card',
      entries: ['/b', { kind: 'group', label: 'Two', expanded: true, entries: ['/c'] }],
    },
    { kind: 'group', label: 'Secret', hidden: true, entries: ['/fr/a'] },
  ])
})

test('every kind of division becomes one, however deep they stand in each other', async () => {
  const { navigation } = await plan({
    languages: [
      {
        language: 'en',
        versions: [{ version: '2', tabs: [{ tab: 'Docs', menu: [{ item: 'Start', pages: ['a'] }] }] }],
      },
      {
        language: 'fr',
        products: [{ product: 'P', dropdowns: [{ dropdown: 'D', anchors: [{ anchor: 'A', pages: ['fr/a'] }] }] }],
      },
    ],
    global: { anchors: [{ anchor: 'Blog', href: 'https://example.com', icon: 'news' }] },
  })
  const kinds = (division: typeof navigation.root): string[] => [
    division.kind,
    ...division.divisions.flatMap((child) => kinds(child)),
  ]
  expect(kinds(navigation.root)).toEqual([
    'root',
    'language',
    'version',
    'tab',
    'item',
    'language',
    'product',
    'dropdown',
    'anchor',
  ])
  expect(navigation.global).toEqual([{ kind: 'link', label: 'Blog', href: 'https://example.com', icon: 'news' }])
})

test('a page that is not there is advised about with its path in the file', async () => {
  const { advice } = await plan({ tabs: [{ tab: 'T', groups: [{ group: 'G', pages: ['a', 'nowhere'] }] }] })
  expect(advice).toEqual([
    {
      file: 'docs.json',
      path: 'navigation.tabs[0].groups[0].pages[1]',
      message: 'There is no page “nowhere”.',
      suggestion: 'Create the file, correct its path or delete this line.',
    },
  ])
})

test('a page has one place, its neighbours, and its twin in another language', async () => {
  const { navigation, pages } = await plan({
    languages: [
      { language: 'en', pages: ['a', 'b', 'a'] },
      { language: 'fr', default: true, pages: ['fr/a', 'fr/b'] },
    ],
  })
  const index = indexNavigation({ navigation, pages })
  expect(index.sections.map(({ pages }) => pages)).toEqual([
    ['/a', '/b'],
    ['/fr/a', '/fr/b'],
  ])
  const [en, fr] = navigation.root.divisions
  expect(index.twinIn(fr!, en!, '/b')).toBe('/fr/b')
  expect(index.twinIn(en!, fr!, '/fr/a')).toBe('/a')
  expect(index.sectionOf('/fr/deep/unlisted')?.pages[0]).toBe('/fr/a')
  expect(firstPage(navigation.root)).toBe('/fr/a')
})

test('a language that names a page of another one still has the twins of the rest', async () => {
  const { navigation, pages } = await plan({
    languages: [
      { language: 'en', pages: ['a', 'b', 'c', 'd', 'e'] },
      { language: 'fr', pages: ['fr/a', 'fr/b', 'fr/c', 'e'] },
    ],
  })
  const index = indexNavigation({ navigation, pages })
  const [en, fr] = navigation.root.divisions
  expect(index.twinIn(fr!, en!, '/b')).toBe('/fr/b')
  expect(index.twinIn(en!, fr!, '/fr/a')).toBe('/a')
  expect(index.twinIn(fr!, en!, '/d')).toBeUndefined()
})

test('a page that no navigation names has its twin too, where there is one', async () => {
  const { navigation, pages } = await plan(
    {
      languages: [
        { language: 'en', pages: ['a', 'b'] },
        { language: 'fr', pages: ['fr/a', 'fr/b'] },
      ],
    },
    ['a', 'b', 'support', 'other', 'fr/a', 'fr/b', 'fr/support'],
  )
  const index = indexNavigation({ navigation, pages })
  const [en, fr] = navigation.root.divisions
  expect(index.twinIn(fr!, en!, '/support')).toBe('/fr/support')
  expect(index.twinIn(en!, fr!, '/fr/support')).toBe('/support')
  expect(index.twinIn(fr!, en!, '/other')).toBeUndefined()
})
