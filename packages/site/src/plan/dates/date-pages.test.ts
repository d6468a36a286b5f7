import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import type { FileDates } from '../../model/file-dates.ts'
import { surveySources } from '../list-remote-specs.ts'
import { planSite } from '../plan-site.ts'

const names = ['asks', 'refuses', 'plain', 'written']

const site = (metadata?: object) => ({
  'docs.json': { name: 'S', navigation: { pages: names }, ...(metadata && { metadata }) },
  'asks.mdx': page('Asks', '', 'timestamp: true\n'),
  'refuses.mdx': page('Refuses', '', 'timestamp: false\n'),
  'plain.mdx': page('Plain'),
  'written.mdx': page('Written', '', 'lastUpdatedDate: "2020-02-02"\n'),
})

const days = Object.fromEntries(names.map((name) => [`${name}.mdx`, '2026-11-17']))

async function plan(metadata: object | undefined, dates: FileDates = { days }) {
  await using folder = await makeFolder(site(metadata))
  let calls = 0
  const { pages, advice, findings } = await planSite(folder.root, {
    async readDates() {
      calls += 1
      return dates
    },
  })
  const shown = Object.fromEntries(pages.map(({ route, own }) => [route.slice(1), own?.updated]))
  return { shown, calls, advice, findings }
}

test('pages say when they were last changed where the site or the page asks for it', async () => {
  const all = { asks: '2026-11-17', refuses: undefined, plain: '2026-11-17', written: '2020-02-02' }
  expect(await plan({ timestamp: true })).toEqual({ shown: all, calls: 1, advice: [], findings: [] })
  const one = { asks: '2026-11-17', refuses: undefined, plain: undefined, written: '2020-02-02' }
  expect(await plan(undefined)).toMatchObject({ shown: one, calls: 1 })
})

test('a page that the history does not name shows none', async () => {
  const { shown, advice } = await plan({ timestamp: true }, { days: { 'asks.mdx': '2026-11-17' } })
  expect([shown.asks, shown.plain, advice]).toEqual(['2026-11-17', undefined, []])
})

test('without a history there is one piece of advice, at the setting that asks for it', async () => {
  const dates = { days: {}, failure: 'there is no history' }
  const { advice } = await plan({ timestamp: true }, dates)
  expect(advice).toMatchObject([{ file: 'docs.json', path: 'metadata.timestamp' }])
  expect(advice[0]?.message).toBe('Pages do not say when they were last changed: there is no history.')
  expect((await plan(undefined, dates)).advice).toMatchObject([{ file: 'asks.mdx', path: 'timestamp' }])
})

test('no history is asked for where no page needs it', async () => {
  const { 'asks.mdx': _, ...files } = site()
  const navigation = { pages: ['plain', 'refuses'] }
  await using folder = await makeFolder({ ...files, 'docs.json': { name: 'S', navigation } })
  await planSite(folder.root, { readDates: () => Promise.reject(new Error('it was asked for')) })
  expect(await surveySources(folder.root)).toEqual({ specs: [], asksForDates: false })
  await using asking = await makeFolder(site())
  expect(await surveySources(asking.root)).toEqual({ specs: [], asksForDates: true })
  await using secret = await makeFolder({
    'docs.json': { name: 'S', navigation },
    'plain.mdx': page('P', '', 'groups: []\ntimestamp: true\n'),
  })
  expect((await surveySources(secret.root)).asksForDates).toBe(false)
})
