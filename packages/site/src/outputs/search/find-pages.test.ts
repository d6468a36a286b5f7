import { expect, test } from 'vitest'
import { type Find, openSearch, type Reader } from '../../layout/theme/search/find-pages.ts'
import { isWithin } from '../../layout/theme/search/slips.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { SiteFile } from '../../model/site-file.ts'
import { SearchCollector } from './collect-search.ts'
import { describeForSearch, type Searched } from './describe-for-search.ts'
import { joinSearch } from './join-search.ts'
import { holdTerms } from './spool-terms.ts'

const loaded: string[] = []

interface More extends Partial<Searched> {
  section?: string
  isListed?: boolean
}

function facts(output: string, title: string, content: string, more: More = {}) {
  const { section = '', isListed = true, ...searched } = more
  const searchPlace = { scope: 'all', crumb: section, section, isListed }
  return { output, title, search: describeForSearch(content, { title, ...searched }), searchPlace } as PageFacts
}

function collect(pages: PageFacts[]): SiteFile[] {
  const collector = new SearchCollector('all', holdTerms())
  return [...joinSearch(pages).flatMap((share) => [...collector.add(share)]), ...collector.finish()]
}

const english: Reader = { language: 'en', section: '' }

async function index(pages: PageFacts[], reader = english, beside: PageFacts[] = []): Promise<Find> {
  return openSearch([loadFrom(pages), ...(beside.length > 0 ? [loadFrom(beside)] : [])], reader)
}

function loadFrom(pages: PageFacts[]) {
  const data = new Map<string, unknown>()
  for (const { bytes } of collect(pages)) {
    const text = new TextDecoder().decode(bytes)
    const [, name, value] = JSON.parse(text.slice(text.indexOf('push(') + 5, text.lastIndexOf(')')))
    data.set(name, value)
  }
  return async (name: string) => {
    loaded.push(name)
    if (!data.has(name)) throw new Error(`There is no file ${name}.`)
    return data.get(name)
  }
}

const pages = [
  facts(
    'train.html',
    'Train a model',
    '<p>Start a run.</p><h2 id="sweeps">Sweeps</h2><p>Many runs, one <b>sweep</b>.</p>',
  ),
  facts(
    'offline.html',
    'Offline mode',
    '<p>No network is needed.</p><h2 id="sync">Synchronise later</h2><p>Send the runs.</p>',
  ),
  facts('zh.html', '模型训练', '<p>记录实验和超参数。</p>'),
  facts('ja.html', 'データセット', '<p>実験を記録します。</p>'),
  facts('ko.html', '데이터셋', '<p>실험을 기록합니다.</p>'),
  facts('fr.html', 'Déploiement', '<p>Préparez l’environnement.</p>'),
]
const find = await index(pages)
const paths = async (query: string) => (await find(query, 5)).map(({ path }) => path)

test('a title counts more than a text', async () => {
  expect(await paths('offline')).toEqual(['offline.html'])
  expect((await paths('model'))[0]).toBe('train.html')
})

test('what says most of the query must be on the page, in any part of it', async () => {
  expect(await paths('network synchronise')).toEqual(['offline.html'])
  expect(await paths('network sweep')).toEqual([])
})

test('the section that holds the words is named, with its text', async () => {
  const [found] = await find('sweep', 5)
  expect(found?.sections[0]).toEqual({ id: 'sweeps', heading: 'Sweeps', text: 'Many runs, one sweep.' })
})

test('the last word may be unfinished', async () => {
  expect(await paths('sweeps ru')).toEqual(['train.html'])
})

test.each(['ofline', 'offlien', 'syncronise', 'synchronize'])('“%s” is understood', async (slip) => {
  expect(await paths(`${slip} runs`)).toEqual(['offline.html'])
})

test.each([
  ['训练', 'zh.html'],
  ['超参数', 'zh.html'],
  ['データ', 'ja.html'],
  ['記録', 'ja.html'],
  ['데이터', 'ko.html'],
  ['기록', 'ko.html'],
  ['deploiement', 'fr.html'],
  ['préparez', 'fr.html'],
])('%s leads to %s', async (query, path) => {
  expect((await paths(query))[0]).toBe(path)
})

test('a last word of one letter takes no page away', async () => {
  const made = Array.from({ length: 80 }, (_, i) =>
    facts(`${i}.html`, 'Words', `<p>ia${String(i).padStart(2, '0')}</p>`),
  )
  const search = await index([...made, facts('is.html', 'Tables', '<p>What you see is what you get.</p>')])
  expect((await search('what you see i', 5)).map(({ path }) => path)).toEqual(['is.html'])
})

test('a search loads the index, a file for each word and one for each page that is shown', async () => {
  const many = Array.from({ length: 2000 }, (_, n) =>
    facts(`p${n}.html`, `Page ${n}`, `<p>${`word${n} shared text number${n % 50} `.repeat(8)}</p>`),
  )
  const findInMany = await index(many)
  loaded.length = 0
  expect((await findInMany('word1234', 5)).map(({ path }) => path)).toEqual(['p1234.html'])
  expect(new Set(loaded).size).toBeLessThanOrEqual(3)
})

test('a long phrase of a script without spaces asks for half of its pairs, and still finds its page', async () => {
  loaded.length = 0
  expect(await paths('记录实验和超参数')).toEqual(['zh.html'])
  expect(await paths('记录实验和超参量')).toEqual(['zh.html'])
})

test('nothing is found for nothing', async () => {
  expect(await find(' … ', 5)).toEqual([])
})

test('slips are counted as people make them', () => {
  expect(isWithin('kitten', 'kittne', 1)).toBe(true)
  expect(isWithin('kitten', 'sitting', 2)).toBe(false)
  expect(isWithin('artifact', 'artefakt', 2)).toBe(true)
})

test('a changed page changes few files of the index, also when it has a section more', () => {
  const build = (changed: string) => {
    const many = Array.from({ length: 3000 }, (_, n) => {
      const text = `<h2 id="a">Part</h2><p>${`word${n * 7} shared text number${n % 500} `.repeat(8)}</p>`
      return facts(`p${n}.html`, `Page ${n}`, n === 1500 ? text + changed : text)
    })
    return new Map(collect(many).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]))
  }
  const before = build('')
  for (const change of ['<p>One sentence more.</p>', '<h2 id="b">More</h2><p>Another section.</p>']) {
    const after = build(change)
    const changed = [...after].filter(([path, text]) => before.get(path) !== text).length
    expect(after.size).toBeGreaterThan(50)
    expect(changed).toBeLessThanOrEqual(8)
  }
})

const pathsIn = async (search: Find, query: string) => (await search(query, 5)).map(({ path }) => path)

const names = [
  facts('quickstart.html', 'Quickstart', '<p>Write run_log and next to js, log every run, init wandb.</p>'),
  facts('nextjs.html', 'Next.js + Turso', '<p>Set it up.</p>'),
  facts('log.html', 'Logging', '<p>Call <code>run.log</code> in each step.</p>'),
  facts('chain.html', 'LangChain', '<p>Trace chains.</p>'),
  facts('http.html', 'Streamable HTTP', '<p>A transport.</p>'),
]

test.each([
  ['nextjs', 'nextjs.html'],
  ['next.js', 'nextjs.html'],
  ['lang chain', 'chain.html'],
  ['streamablehttp', 'http.html'],
  ['run.log', 'log.html'],
])('%s is one name, joined or split', async (query, path) => {
  expect((await pathsIn(await index(names), query))[0]).toBe(path)
})

test('other forms of an English word are found, and no other language has its rules', async () => {
  const made = [facts('a.html', 'Configure a trigger', '<p>Running tests.</p>')]
  expect(await pathsIn(await index(made), 'configuration triggers')).toEqual(['a.html'])
  expect(await pathsIn(await index(made), 'run test')).toEqual(['a.html'])
  expect(await pathsIn(await index(made, { language: 'fr', section: '' }), 'configuration')).toEqual([])
})

test('a question asks for what it names and not for its small words', async () => {
  const made = [
    facts('rename.html', 'ALTER TABLE', '<p>Rename a column of a table.</p>'),
    facts('how.html', 'How to', '<p>How do I do this to my thing?</p>'),
  ]
  expect((await pathsIn(await index(made), 'how do I rename my column'))[0]).toBe('rename.html')
})

test('the page whose title is what was typed comes first', async () => {
  const made = [
    facts('api.html', 'Create registry item', '<p>Registry, registry, registry.</p>'),
    facts('registry.html', 'Registry', '<p>Where models are.</p>'),
  ]
  expect((await pathsIn(await index(made), 'registry'))[0]).toBe('registry.html')
})

test('a page is found by its address, its keywords and the initials of its title', async () => {
  const made = [
    facts('a.html', 'Exclude files', '<p>Patterns.</p>', { route: 'organize/mintignore', keywords: ['gitignore'] }),
    facts('b.html', 'Point in time recovery', '<p>Go back.</p>'),
    facts('c.html', 'Internationalization', '<p>Languages.</p>'),
  ]
  const search = await index(made)
  expect(await pathsIn(search, 'mintignore')).toEqual(['a.html'])
  expect(await pathsIn(search, 'gitignore')).toEqual(['a.html'])
  expect(await pathsIn(search, 'PITR')).toEqual(['b.html'])
  expect(await pathsIn(search, 'i18n')).toEqual(['c.html'])
})

test('a changelog stands below a guide, and a boosted page above its like', async () => {
  const text = '<p>Retries.</p>'
  const made = [
    facts('new.html', 'Updates', text, { updates: 9 }),
    facts('guide.html', 'Guide', text),
    facts('raised.html', 'Better', text, { boost: 2 }),
  ]
  expect(await pathsIn(await index(made), 'retries')).toEqual(['raised.html', 'guide.html', 'new.html'])
})

test('a reference of a hundred sections stands below the page that explains one of its names', async () => {
  const call = '<h2 id="a">Listing</h2><p>Call <code>tools/list</code>.</p>'
  const many = Array.from({ length: 120 }, (_, n) => `<h2 id="s${n}">Part ${n}</h2><p>Words.</p>`).join('')
  const made = [facts('a.html', 'Schema', call + many), facts('b.html', 'Guide', call)]
  expect(await pathsIn(await index(made), 'tools/list')).toEqual(['b.html', 'a.html'])
})

test('of twins the one in the reader’s product comes first', async () => {
  const made = ['Cloud › Use', 'Self-host › Use'].map((section) => facts(`${section}.html`, 'Loop', '', { section }))
  for (const section of ['Cloud › Use', 'Self-host › Use']) {
    expect((await pathsIn(await index(made, { language: 'en', section }), 'loop'))[0]).toBe(`${section}.html`)
  }
})

test('what stands in no version is found from each, and a scope without pages is no fault', async () => {
  const beside = [facts('registry.html', 'Registry', '<p>Publish.</p>')]
  expect(await pathsIn(await index(pages, english, beside), 'registry')).toEqual(['registry.html'])
  const alone = await openSearch([loadFrom(pages), () => Promise.reject(new Error('none'))], english)
  expect(await pathsIn(alone, 'offline')).toEqual(['offline.html'])
})

test('a page that no navigation names stands below one that it names', async () => {
  const text = '<p>How to limit a queue.</p>'
  const made = [
    facts('plan.html', 'Queue limit', text, { isListed: false }),
    facts('queue.html', 'Queue limits of a worker', text),
  ]
  expect(await pathsIn(await index(made), 'queue limit')).toEqual(['queue.html', 'plan.html'])
})

test('an overview is as much about its subject as a page of that name', async () => {
  const text = '<p>What the registry is.</p><h2 id="a">Registry</h2><p>The registry holds models.</p>'
  const made = [facts('ref.html', 'Registry', '<p>A class.</p>'), facts('guide.html', 'Registry overview', text)]
  expect(await pathsIn(await index(made), 'registry')).toEqual(['guide.html', 'ref.html'])
})

test('words and marks without end are described in no time', () => {
  for (const text of ['x'.repeat(500_000), 'x.'.repeat(250_000), '.'.repeat(500_000), 'x-'.repeat(9).repeat(20_000)]) {
    const began = process.cpuUsage()
    describeForSearch(`<p>${text}</p>`, { title: text, route: '/a' })
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1_000).toBeLessThan(3_000)
  }
})
