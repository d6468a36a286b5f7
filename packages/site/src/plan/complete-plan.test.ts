import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { indexSite } from './index-site.ts'
import { planSite } from './plan-site.ts'

test('a plan of an earlier release is one without the settings that came since', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index'] } },
    'index.mdx': page('Home'),
  })
  const plan = await planSite(folder.root)
  const { drilldown, authorStyles, api, seo, ...config } = plan.config
  const { folders, asyncapi, channelFolders, ...earlierApi } = api
  const { paths, ...earlierSeo } = seo
  const earlier = { ...plan, config: { ...config, api: earlierApi, seo: earlierSeo } } as unknown as typeof plan
  expect(indexSite(earlier).plan.config).toEqual(plan.config)
})
