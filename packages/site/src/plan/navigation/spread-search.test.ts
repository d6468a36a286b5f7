import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { planSite } from '../plan-site.ts'

test('pages count in the search as their groups say, and their own word goes before', async () => {
  const inner = { group: 'Inner', searchable: false, root: 'root', pages: ['hushed', 'loud'] }
  const groups = [
    { group: 'Outer', boost: 3, pages: ['raised', 'own', inner] },
    { group: 'Plain', boost: 'high', pages: ['plain'] },
  ]
  await using folder = await makeFolder({
    'docs.json': { name: 'S', navigation: { groups } },
    'raised.mdx': page('Raised'),
    'own.mdx': page('Own', '', 'boost: 0.5\n'),
    'root.mdx': page('Root'),
    'hushed.mdx': page('Hushed'),
    'loud.mdx': page('Loud', '', 'searchable: true\n'),
    'plain.mdx': page('Plain'),
  })
  const { pages } = await planSite(folder.root)
  expect(Object.fromEntries(pages.map(({ route, own }) => [route, own]))).toEqual({
    '/raised': { boost: 3 },
    '/own': { boost: 0.5 },
    '/root': { boost: 3, unsearchable: true },
    '/hushed': { boost: 3, unsearchable: true },
    '/loud': { boost: 3, unsearchable: false },
    '/plain': undefined,
  })
})
