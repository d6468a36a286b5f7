import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { planSite } from '../plan/plan-site.ts'
import { findUnknownIcons } from './find-unknown-icons.ts'

test('an icon of the sidebar or the header that no set has is named once, with the file that names it', async () => {
  const group = { group: 'G', icon: 'zzqx-two', pages: ['index', { group: 'In', icon: 'house', pages: ['a'] }] }
  await using folder = await makeFolder({
    'docs.json': {
      name: 'S',
      navbar: { links: [{ label: 'L', href: '/a', icon: 'zzqx-one' }] },
      navigation: { tabs: [{ tab: 'T', icon: 'zzqx-two', groups: [group] }] },
    },
    'index.mdx': page('Home', '', 'icon: zzqx-three\n'),
    'a.mdx': page('A', '', 'icon: rocket\n'),
  })
  const found = findUnknownIcons(await planSite(folder.root))
  expect(found.map(({ code, file, message }) => [code, file, /“(.*)”/.exec(message)?.[1]])).toEqual([
    ['unknown_icon', 'docs.json', 'zzqx-one'],
    ['unknown_icon', 'docs.json', 'zzqx-two'],
    ['unknown_icon', 'index.mdx', 'zzqx-three'],
  ])
})
