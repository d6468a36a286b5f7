import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { listRemoteSpecs } from './list-remote-specs.ts'
import { planSite } from './plan-site.ts'

const site = {
  'docs.json': {
    api: { openapi: ['https://a.example/one.json', 'local.json'], asyncapi: 'https://a.example/events.json' },
    navigation: {
      tabs: [
        { tab: 'A', openapi: { source: 'https://a.example/two.json', directory: 'two' } },
        {
          tab: 'B',
          href: 'https://a.example/not-an-api.json',
          groups: [
            { group: 'G', openapi: 'HTTPS://A.example/three.yaml#top', pages: ['GET /x'] },
            { group: 'H', pages: ['https://a.example/four.json GET /y', 'index'] },
            { group: 'I', openapi: ['https://a.example/one.json', 'ftp://a.example/no.json', '//a.example/no.json'] },
          ],
        },
      ],
    },
  },
  'index.mdx': page('Home'),
  'one.mdx': page('One', '', 'openapi: https://a.example/five.json GET /z\n'),
  'three.mdx': page('Three', '', 'asyncapi: https://a.example/six.json orders\n'),
  'two.mdx': page('Two', 'openapi: https://a.example/text.json GET /z', 'openapi: GET /z\n'),
}

test('every URL of the configuration and of the pages is listed once, by one spelling', async () => {
  await using folder = await makeFolder(site)
  expect(await listRemoteSpecs(folder.root)).toEqual([
    'https://a.example/one.json',
    'https://a.example/events.json',
    'https://a.example/two.json',
    'https://a.example/three.yaml',
    'https://a.example/four.json',
    'https://a.example/five.json',
    'https://a.example/six.json',
  ])
})

test('planning asks for no other', async () => {
  await using folder = await makeFolder(site)
  const failures = Object.fromEntries((await listRemoteSpecs(folder.root)).map((url) => [url, 'it was listed']))
  const { advice } = await planSite(folder.root, { fetched: { folder: 'none', digests: {}, failures } })
  const messages = advice.map(({ message }) => message).filter((message) => message.includes('could not be fetched'))
  expect(messages).toHaveLength(6)
  for (const message of messages) expect(message).toContain('could not be fetched: it was listed.')
})

test('a folder without a configuration names none', async () => {
  await using folder = await makeFolder({ 'index.mdx': page('Home') })
  expect(await listRemoteSpecs(folder.root)).toEqual([])
})
