import { expect, test } from 'vitest'
import { makeFolder, page } from '../testing/site-folder.ts'
import { loadConfig } from './config/load-config.ts'
import { termsOf } from './layout/theme/search/terms.ts'
import type { Division } from './model/navigation.ts'
import type { PageFacts } from './model/page-facts.ts'
import { readDate } from './outputs/feeds/read-date.ts'
import { ReportCollector } from './outputs/report/collect-report.ts'
import { createShardNamer } from './outputs/search/cut-shards.ts'
import { mergeTerms } from './outputs/search/merge-terms.ts'
import { indexNavigation } from './plan/navigation/index-navigation.ts'
import { planSite } from './plan/plan-site.ts'
import { markLines } from './render/highlight/mark-lines.ts'
import { escapeMarkdown } from './render/openapi/elements/escape-markdown.ts'

// What grows with the square of a text takes minutes at these sizes, or never ends; none of these takes 300 ms.
const mostMs = 5_000

async function expectQuick(work: () => unknown): Promise<void> {
  const before = process.cpuUsage()
  await work()
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(mostMs)
}

test.each([
  ['escaped quotes without an end', `{"name": "${'\\"'.repeat(2_000_000)}`],
  ['one long string', `{"name": "${'x'.repeat(10_000_000)}", "navigation": {"pages": []}}`],
  ['brackets in a string', `{"name": "${'[{'.repeat(1_000_000)}", "navigation": {"pages": []}}`],
])('docs.json with %s is read, or refused, at once', async (_, text) => {
  await using folder = await makeFolder({ 'docs.json': text })
  await expectQuick(() => loadConfig(folder.root).catch((error) => expect(error.message).toContain('docs.json')))
})

test('brackets nested too deeply are refused, and those in strings are none', async () => {
  const deep = `${'['.repeat(101)}${']'.repeat(101)}`
  for (const [name, isRefused] of [
    [deep, true],
    [`"${deep}"`, false],
    [`"\\"${deep}\\\\"`, false],
  ] as const) {
    await using folder = await makeFolder({ 'docs.json': `{"x": ${name}, "navigation": {"pages": []}}` })
    const loaded = loadConfig(folder.root)
    if (isRefused) await expect(loaded).rejects.toThrow('nests more than')
    else await loaded
  }
})

test('references bring no more text than a site may have', async () => {
  const pages = Array.from({ length: 100 }, (_, index) => `page-${index}`)
  const part = JSON.stringify({ group: 'G', note: 'x'.repeat(1_000_000), pages })
  const refs = Array.from({ length: 24 }, () => ({ $ref: './part.json' }))
  await using folder = await makeFolder({ 'docs.json': { navigation: { groups: refs } }, 'part.json': part })
  const { advice } = await loadConfig(folder.root)
  expect(advice.filter(({ message }) => message.includes('bring more than'))).toHaveLength(5)
})

test('of a list that every page shows, so much is taken as a page has room for', async () => {
  const tabs = Array.from({ length: 400 }, (_, index) => ({ tab: `Tab ${index}`, pages: ['index'] }))
  const links = Array.from({ length: 200 }, (_, index) => ({ label: `L ${index}`, href: '/' }))
  await using folder = await makeFolder({
    'docs.json': { navigation: { tabs }, navbar: { links }, footer: { links: [{ header: 'H', items: links }] } },
    'index.mdx': page('Home'),
  })
  const { navigation, config, advice } = await planSite(folder.root)
  expect(navigation.root.divisions).toHaveLength(300)
  expect([config.navbar.links.length, config.footer.columns[0]?.links.length]).toEqual([100, 100])
  expect(advice.map(({ path }) => path)).toEqual(['navbar.links', 'footer.links[0].items', 'navigation.tabs'])
})

test('thirty thousand sections of one name have keys of their own at once', () =>
  expectQuick(() => {
    const tab = (): Division => ({
      kind: 'tab',
      label: 'Tab',
      divisions: [],
      entries: [{ kind: 'link', label: 'L', href: '/' }],
    })
    const root: Division = { kind: 'root', label: '', divisions: Array.from({ length: 30_000 }, tab), entries: [] }
    const { sections } = indexNavigation({ navigation: { root, global: [] }, pages: [] })
    expect(new Set(sections.map(({ key }) => key)).size).toBe(30_000)
  }))

const facts = (more: Partial<PageFacts>): PageFacts => ({
  route: '/a',
  file: 'a.mdx',
  output: 'a.html',
  title: 'A',
  description: '',
  anchors: [],
  anchorLinks: [],
  headings: [],
  assets: [],
  downloads: [],
  diagnostics: [],
  hosts: [],
  imports: [],
  needs: [],
  ...more,
})

test('a page of fifty thousand anchors, each of them linked, is reported on at once', async () => {
  const at = { file: 'a.mdx', line: 1, column: 1 }
  const anchors = Array.from({ length: 50_000 }, (_, index) => `anchor-${index}`)
  const anchorLinks = [...anchors, 'none'].map((anchor) => ({ route: '/a', anchor, at }))
  await using folder = await makeFolder({ 'docs.json': { navigation: { pages: ['a'] } }, 'a.mdx': page('A') })
  const report = new ReportCollector(await planSite(folder.root))
  await expectQuick(() => {
    report.add(facts({ anchors: [...anchors, 'anchor-7'], anchorLinks }))
    const { findings } = report.finish()
    expect(findings.map(({ code }) => code)).toEqual(['broken_anchor', 'duplicate_id'])
  })
})

test('the line of a word that stands in every section is put together once', () =>
  expectQuick(() => {
    const line = `word 0 9 1 ${'B'.repeat(8_000_000)}`
    const blocks = Array.from({ length: line.length / 8_192 }, (_, at) => line.slice(at * 8_192, (at + 1) * 8_192))
    const [merged] = mergeTerms([{ offset: 0, blocks: () => [...blocks, '\nxyz 1 1 1 '] }])
    expect(merged?.term).toBe('word')
    expect(merged?.rest.length).toBeGreaterThan(7_900_000)
  }))

test('files of the index that begin with the same word have names of their own, however many there are', () =>
  expectQuick(() => {
    const name = createShardNamer()
    const names = Array.from({ length: 50_000 }, () => name('same'))
    expect(new Set(names).size).toBe(50_000)
    expect(names[0]).toBe(createShardNamer()('same'))
  }))

const accents = `a${'\u0316\u0300'.repeat(500_000)}`

test.each<[string, () => unknown]>([
  ['accents in a word', () => termsOf(accents)],
  ['accents in a date', () => readDate(accents)],
  ['empty lines in a description', () => escapeMarkdown('\n'.repeat(200_000))],
  ['tags in a description', () => escapeMarkdown('<a '.repeat(200_000))],
  ['spaces before a mark', () => markLines(`${' '.repeat(200_000)}x // [!code ++]y`)],
  ['spaces behind a mark', () => markLines(`// [!code ++]${' '.repeat(200_000)}x`)],
])('%s take a time that grows with their number, and no faster', (_, work) => expectQuick(work))

test('a letter with a few accents is found as before', () => {
  expect(termsOf('a\u0316\u0300')).toEqual(termsOf('a\u0300\u0316'))
})
