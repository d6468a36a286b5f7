import { expect, test } from 'vitest'
import { createRandom } from '../../../testing/random.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import { SearchCollector } from './collect-search.ts'
import { describeForSearch } from './describe-for-search.ts'
import { joinSearch, type SearchShare } from './join-search.ts'
import { outlineShare } from './outline-share.ts'
import { holdTerms } from './spool-terms.ts'
import { type ScopeRun, updateScope } from './update-scope.ts'

interface Page {
  name: string
  title: string
  words: string[]
}

const runLength = 16

function makePages(random: (below: number) => number, count = 150): Page[] {
  return Array.from({ length: count }, (_, n) => ({ name: `p${n}`, title: `Page ${n}`, words: someWords(random) }))
}

// Enough of them for many files of terms.
const someWords = (random: (below: number) => number) =>
  Array.from({ length: 60 }, () => `w${(random(400) * random(400)).toString(36)}${['', 'é', '実験', '𐐷'][random(4)]}`)

const made = new WeakMap<readonly Page[], ScopeRun[]>()

/** Made once for the same pages: it takes most of the time. */
function runsOf(pages: readonly Page[]): ScopeRun[] {
  const runs = made.get(pages) ?? makeRuns(pages)
  made.set(pages, runs)
  return runs
}

function makeRuns(pages: readonly Page[]): ScopeRun[] {
  const facts = pages.map(({ name, title, words }) => {
    const half = words.length >> 1
    const content = `<p>${words.slice(0, half).join(' ')}</p><h2 id="b">Part</h2><p>${words.slice(half).join(' ')}</p>`
    const searchPlace = { scope: 'all', crumb: '', section: name.slice(0, 2), isListed: true }
    return { output: `${name}.html`, title, search: describeForSearch(content, { title }), searchPlace } as PageFacts
  })
  const runs: ScopeRun[] = []
  for (let from = 0; from < facts.length; from += runLength) {
    const [share] = joinSearch(facts.slice(from, from + runLength)) as [SearchShare]
    runs.push({ name: JSON.stringify(share), outline: outlineShare(share), load: async () => share })
  }
  return runs
}

async function indexOf(runs: readonly ScopeRun[]): Promise<Map<string, Uint8Array>> {
  const collector = new SearchCollector('all', holdTerms())
  const files = new Map<string, Uint8Array>()
  for (const run of runs) for (const { path, bytes } of collector.add(await run.load())) files.set(path, bytes)
  for (const { path, bytes } of collector.finish()) files.set(path, bytes)
  return files
}

/** The index after a change, made of the one before; with how many of its files were taken over. */
async function update(before: readonly Page[], now: readonly Page[], change = (_: Map<string, Uint8Array>) => {}) {
  const earlier = await indexOf(runsOf(before))
  change(earlier)
  const files = new Map<string, Uint8Array>()
  let same = 0
  const input = {
    scope: 'all',
    before: runsOf(before),
    now: runsOf(now),
    read: async (path: string) => earlier.get(path),
  }
  for await (const file of updateScope(input, holdTerms())) {
    if ('isSame' in file) same += 1
    expect(files.has(file.path)).toBe(false)
    files.set(file.path, 'isSame' in file ? (earlier.get(file.path) as Uint8Array) : file.bytes)
  }
  return { files, same }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'after changed words the index is as from nothing, and most of it taken over (%i)',
  async (seed) => {
    const random = createRandom(seed)
    const before = makePages(random)
    const now = before.map((page) => ({ ...page }))
    for (let left = 1 + random(4); left > 0; left--) {
      const page = now[random(now.length)] as Page
      page.words = page.words.with(random(60), `new${random(1000)}`).toSpliced(random(50), random(9))
    }
    const { files, same } = await update(before, now)
    expect(files).toEqual(await indexOf(runsOf(now)))
    expect(same).toBeGreaterThan(files.size / 2)
  },
)

const changes: Record<string, (pages: Page[]) => Page[]> = {
  'a removed page': (pages) => pages.toSpliced(40, 1),
  'an added page': (pages) => pages.toSpliced(40, 0, { name: 'p39a', title: 'New', words: ['one', 'two', 'three'] }),
  'a renamed page': (pages) => pages.with(40, { ...(pages[40] as Page), name: 'other' }),
  'another title': (pages) => pages.with(149, { ...(pages[149] as Page), title: 'Zebra' }),
  'a page without words': (pages) => pages.with(0, { ...(pages[0] as Page), words: [] }),
  'all pages': (pages) => pages.map((page) => ({ ...page, words: page.words.toReversed() })),
  nothing: (pages) => pages,
}

test.each(Object.entries(changes))('after %s the index is as from nothing', async (_, change) => {
  const before = makePages(createRandom(9))
  const now = change(before)
  expect((await update(before, now)).files).toEqual(await indexOf(runsOf(now)))
})

test('wherever a word stood in the index that goes, the index is as from nothing', async () => {
  const before = makePages(createRandom(3))
  const names = [...(await indexOf(runsOf(before))).keys()].filter((path) => path.includes('terms-'))
  expect(names.length).toBeGreaterThan(4)
  const all = [...new Set(before.flatMap(({ words }) => words))].sort()
  for (const word of all.filter((_, at) => at % Math.floor(all.length / 5) === 0)) {
    const now = before.map((page) => ({ ...page, words: page.words.map((one) => (one === word ? 'aaa' : one)) }))
    expect((await update(before, now)).files).toEqual(await indexOf(runsOf(now)))
  }
})

test('of an earlier index that is another, or not there, nothing is taken over', async () => {
  const before = makePages(createRandom(5))
  const now = before.with(3, { ...(before[3] as Page), words: ['entirely', 'other'] })
  const other = await indexOf(runsOf(makePages(createRandom(6))))
  const from = await indexOf(runsOf(now))
  const replaced = await update(before, now, (files) => {
    for (const [path, bytes] of other) files.set(path, bytes)
  })
  expect(replaced).toEqual({ files: from, same: 0 })
  expect(await update(before, now, (files) => files.clear())).toEqual({ files: from, same: 0 })
})
