import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { resolveLink } from '../render/links/resolve-link.ts'
import { indexSite } from './index-site.ts'
import { narrowPlan } from './narrow-plan.ts'
import { planSite } from './plan-site.ts'

const names = ['index', 'guides/install', 'guides/use', 'api/start']

async function planFolder() {
  const groups = [
    { group: 'Guides', pages: ['guides/install', 'guides/use'] },
    { group: 'API', pages: ['api/start'] },
  ]
  const tabs = [
    { tab: 'Home', pages: ['index'] },
    { tab: 'All', groups },
  ]
  const pages = names.map((name) => [`${name}.mdx`, page(name, `Text of ${name}.`)])
  return makeFolder({ 'docs.json': { navigation: { tabs } }, ...Object.fromEntries(pages) })
}

test('only the pages that are asked for are left, however their paths are written', async () => {
  await using folder = await planFolder()
  const plan = await planSite(folder.root)
  const { plan: narrowed, unknown } = narrowPlan(plan, ['/', 'guides/install', '/guides/use/', '/guides/install.mdx'])
  expect(narrowed.pages.map(({ route }) => route).sort()).toEqual(['/', '/guides/install', '/guides/use'])
  expect(unknown).toEqual([])
})

test('the navigation leads to no page that is left out, and keeps no empty group or tab', async () => {
  await using folder = await planFolder()
  const { plan } = narrowPlan(await planSite(folder.root), ['guides/use'])
  expect(plan.navigation.root.divisions.map(({ label }) => label)).toEqual(['All'])
  expect(plan.navigation.root.divisions[0]?.entries).toMatchObject([{ label: 'Guides', entries: ['/guides/use'] }])
})

test('what is no page is told as it was written', async () => {
  await using folder = await planFolder()
  expect(narrowPlan(await planSite(folder.root), ['guides/use', 'nowhere/']).unknown).toEqual(['nowhere/'])
})

test('a link to a page that was not asked for is right; one to a page that is not there is broken', async () => {
  await using folder = await planFolder()
  const { plan } = narrowPlan(await planSite(folder.root), ['guides/use'])
  const site = indexSite(plan)
  const [from] = plan.pages
  expect(resolveLink('/guides/install#x', from!, site)).toEqual({ kind: 'outside', href: 'install.html#x' })
  expect(resolveLink('/guides/nowhere', from!, site)).toMatchObject({ kind: 'broken' })
})
