import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { buildSite } from './build-site.ts'
import { createRenderPool, type RenderPool } from './pool/create-render-pool.ts'

// One for all tests: to start a process costs more than to render these sites.
const shared = createRenderPool({ processes: 1 })
afterAll(() => shared[Symbol.asyncDispose]())

async function buildWith(processes: number, root: string) {
  await using pool = createRenderPool({ processes })
  return await build(root, { pool })
}

async function build(root: string, { strict = false, pool = shared }: { strict?: boolean; pool?: RenderPool } = {}) {
  const files = new Map<string, string>()
  const report = await buildSite({
    root,
    strict,
    pool,
    write: async ({ path, bytes }) => void files.set(path, Buffer.from(bytes).toString('latin1')),
  })
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return { report, files, sorted }
}

const components = fileURLToPath(new URL('../../fixtures/components', import.meta.url))

test('the same folder gives the same bytes: from another place, with 1 process or with 4', async () => {
  await using copy = await makeFolder({})
  await cp(components, copy.root, { recursive: true })
  const [here, there] = [await buildWith(1, components), await buildWith(4, copy.root)]
  expect(there.sorted.map(([path]) => path)).toEqual(here.sorted.map(([path]) => path))
  for (const [path, bytes] of here.sorted) expect(there.files.get(path) === bytes, path).toBe(true)
})

test('links, anchors, images and titles that are wrong stand in the report with their place', async () => {
  await using folder = await makeFolder({
    'docs.json': {
      name: 'Site',
      navigation: { pages: ['index', 'other'] },
      integrations: { ga4: { measurementId: 'G-1' } },
    },
    'index.mdx': page(
      'Same',
      '[gone](/nowhere)\n\n[bad](/other#nope) [good](/other#there)\n\n![lost](/lost.png)\n\n<Mystery>kept</Mystery>',
    ),
    'other.mdx': page('Same', '## There\n\n![far](https://images.example.com/a.png)'),
    'alone.mdx': page('Alone'),
  })
  const { report, files } = await build(folder.root)
  const found = report.findings.map(({ code, file, line }) => `${code} ${file}:${line}`)
  expect(found).toEqual([
    'ignored_setting docs.json:1',
    'broken_link index.mdx:5',
    'broken_anchor index.mdx:7',
    'missing_asset index.mdx:9',
    'unknown_component index.mdx:11',
    'duplicate_title other.mdx:1',
  ])
  expect(report.outsideHosts).toEqual([{ host: 'images.example.com', pages: ['/other'], count: 1 }])
  expect(report.unlisted).toEqual(['alone.mdx'])
  expect(files.get('index.html')).toContain('kept')
  expect(files.get('_bindery/report.html')).toContain('index.mdx:5:1')
})

test('links reach a heading by its id and by the one that it had before, and nothing shows the difference', async () => {
  await using folder = await makeFolder({
    'docs.json': { name: 'Site', navigation: { pages: ['index', 'other'] } },
    'index.mdx': page('A', '[now](/other#fees-&-billing) [before](/other#fees--billing) [never](/other#fees-billing)'),
    'other.mdx': page('B', '## Fees & billing\n\n<h2 noAnchor>Bare</h2>\n\n## Last'),
  })
  const { report, files } = await build(folder.root)
  expect(report.findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'broken_anchor /other has no place called “fees-billing”.',
  ])
  const html = files.get('other.html') ?? ''
  expect(html).toMatch(
    /<h2 id="fees-&amp;-billing"><a class="anchor" [^>]*><\/a><a id="fees--billing"><\/a>Fees &amp; billing<\/h2>/,
  )
  expect(html).toContain('<h2 id="bare">Bare</h2>')
  expect(html).toContain('<a href="#fees-%26-billing">Fees &amp; billing</a>')
})

const badSite = {
  'docs.json': { navigation: { pages: ['index', 'bad', 'locked'] } },
  'index.mdx': page('Home', '[to it](/bad) [away](/locked)'),
  'bad.mdx': page('Bad', 'Before.\n\n<Card>\n\nAfter.'),
  'locked.mdx': '---\ntitle: "Locked\n---\n\nCANARY',
  'unlisted.mdx': page('Unlisted', '{1 +}'),
}

test('a bad page does not cost the site: it is shown, or left out where it may be private, and named', async () => {
  await using folder = await makeFolder(badSite)
  const { report, files } = await build(folder.root)
  expect(report.counts).toMatchObject({ pages: 4, rendered: 3, failed: 0, leftOut: 1, errors: 3, warnings: 1 })
  expect(report.failures).toEqual([])
  expect(report.findings.map(({ severity, code, file, line }) => `${severity} ${code} ${file}:${line}`)).toEqual([
    'error page_not_parsed bad.mdx:7',
    'warning broken_link index.mdx:5',
    'error page_left_out locked.mdx:3',
    'error page_not_parsed unlisted.mdx:5',
  ])
  expect(files.get('bad.html')).toMatch(/Before\.[\s\S]*&lt;Card[\s\S]*After\./)
  expect(files.get('bad.md')).toContain('<Card>\n\nAfter.')
  expect(files.get('unlisted.html')).toContain('{1 +}')
  expect([...files].filter(([, text]) => /CANARY|locked\.html/.test(text))).toEqual([])
  expect(files.has('locked.html')).toBe(false)
})

test('where pages are strict, each bad page fails the site', async () => {
  await using folder = await makeFolder(badSite)
  const { report } = await build(folder.root, { strict: true })
  expect(report.counts).toMatchObject({ rendered: 1, failed: 3, leftOut: 0, errors: 3 })
  expect(report.failures.map(({ file, line, fatal }) => `${file}:${line} ${fatal}`).sort()).toEqual([
    'bad.mdx:7 true',
    'locked.mdx:3 true',
    'unlisted.mdx:5 true',
  ])
})

test('a site of which no page can be shown fails', async () => {
  await using folder = await makeFolder({ ...badSite, 'docs.json': { navigation: { pages: ['locked'] } } })
  for (const name of ['index.mdx', 'bad.mdx', 'unlisted.mdx']) await rm(join(folder.root, name))
  const { report } = await build(folder.root)
  expect(report.counts).toMatchObject({ rendered: 0, failed: 1 })
})

test('a site without a front page shows its first; redirects are pages too', async () => {
  await using folder = await makeFolder({
    'docs.json': {
      navigation: { pages: ['guides/start'] },
      redirects: [
        { source: '/old/place', destination: '/guides/start' },
        { source: '/guides/start', destination: '/elsewhere' },
        { source: '/../../etc/x', destination: '/guides/start' },
        { source: '/blog/:slug*', destination: 'https://example.com/:slug*' },
      ],
    },
    'guides/start.mdx': page('Start'),
  })
  const { files } = await build(folder.root)
  expect(files.get('index.html')).toContain('<h1>Start</h1>')
  expect(files.get('old/place.html')).toContain('url=../guides/start.html')
  expect(files.get('guides/start.html')).toContain('<h1>Start</h1>')
  expect([...files.keys()].filter((path) => path.includes('etc') || path.includes('slug'))).toEqual([])
})

test('shown files have a name of their content, linked files keep theirs, and none other is carried', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['a/index'] }, logo: '/logo.png' },
    'a/index.mdx': page('A', '![x](./pic.png) ![x](/pic2.png)\n\n[paper](/files/paper.pdf)'),
    'a/pic.png': 'same bytes',
    'pic2.png': 'other bytes',
    'files/paper.pdf': 'pdf',
    'logo.png': 'logo',
    'unused.png': 'unused',
  })
  const { files } = await build(folder.root)
  const carried = [...files.keys()].filter((path) => /png|pdf/.test(path)).sort()
  expect(carried).toEqual([
    expect.stringMatching(/^_bindery\/assets\/logo-[0-9a-f]{12}\.png$/),
    expect.stringMatching(/^_bindery\/assets\/pic-[0-9a-f]{12}\.png$/),
    expect.stringMatching(/^_bindery\/assets\/pic2-[0-9a-f]{12}\.png$/),
    'files/paper.pdf',
  ])
  expect(files.get('a/index.html')).toContain(`src="../${carried[1]}"`)
  expect(files.get('a/index.html')).toContain('href="../files/paper.pdf"')
})

test('what a static site cannot carry is named: scripts of the author, settings that need a server', async () => {
  await using folder = await makeFolder({
    'docs.json': {
      navigation: { pages: ['index'] },
      analytics: { ga4: {} },
      assistant: {},
      api: { playground: { display: 'none' } },
    },
    'index.mdx': page('Home', 'import { name } from "/data.js"\n\n{name}\n\n[data](/manifest.json)'),
    'data.js': 'export const name = "Bindery"',
    'tracking.js': 'send()',
    'style.css': 'body {}',
    'manifest.json': '{}',
  })
  const { report, files } = await build(folder.root)
  expect(report.leftOut.map(({ file }) => file)).toEqual(['tracking.js'])
  const settings = report.findings.map(({ code, message }) => `${code} ${message.split(' ', 1)}`)
  expect(settings).toEqual([
    'ignored_setting “analytics”',
    'ignored_setting “assistant”',
    'ignored_setting “api.playground”',
  ])
  expect(files.get('index.html')).toMatch(/href="_bindery\/assets\/manifest-[0-9a-f]{12}\.json"/)
  expect([...files.keys()].filter((path) => /^manifest|\/manifest-/.test(path))).toHaveLength(1)
})

test("an author's own robots.txt is the site's", async () => {
  await using folder = await makeFolder({
    'docs.json': { name: 'Site', navigation: { pages: ['index'] } },
    'index.mdx': page('Home'),
    'robots.txt': 'User-agent: only-me',
  })
  const { files } = await build(folder.root)
  expect(files.get('robots.txt')).toBe('User-agent: only-me')
  expect(files.get('llms.txt')).toContain('[Home](index.md)')
})

test('of a private page nothing is in the site but its path in the report, not even where others lead to it', async () => {
  const ways = ['[a](/in/canary)', '[b](./in/canary.mdx#part "t")', '<a href="/in/canary">c</a>', '[d][ref]']
  const links = [...ways, '<Card title="e" href="/in/Canary/" />', '[f](/moved/canary)', '\n\n[ref]: /in/canary']
  await using folder = await makeFolder({
    'docs.json': {
      navigation: { pages: ['index', 'in/canary'] },
      banner: { content: '[g](/in/canary)' },
      redirects: [{ source: '/moved/:page', destination: '/in/:page' }],
    },
    'index.mdx': page('Home', `import C from '/in/canary.mdx'\n\n${links.join('\n\n')}\n\n<C />`),
    'in/canary.mdx': page('CANARY', '## CANARY\n\nCANARY ![CANARY](/canary.png)', 'groups: []\n'),
    'canary.png': 'CANARY',
  })
  const { files, report } = await build(folder.root)
  for (const path of ['_bindery/report.json', '_bindery/report.html']) {
    expect(files.get(path)).not.toContain('CANARY')
    files.delete(path)
  }
  expect([...files].filter((file) => /canary/i.test(file.join(' ')))).toEqual([])
  expect(report.leftOut).toEqual([{ file: 'in/canary.mdx', reason: 'no group of readers may see it' }])
  expect(report.counts.findings).toMatchObject({ broken_link: 7, missing_import: 1 })
})

test('an id that wraps the heading of the same name is no repetition; two places that an author names alike are', async () => {
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index'] } },
    'index.mdx': page('Home', '<div id="use">\n\n## Use\n\n</div>\n\n<a id="x">1</a> <a id="x">2</a> [to it](#use)'),
  })
  const { report, files } = await build(folder.root)
  expect(report.findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'duplicate_id Two places on the page are called “x”; links reach only the first.',
  ])
  expect(files.get('index.html')?.match(/ id="use"/g)).toHaveLength(1)
})

test('papers of a team and its tools are published, but nobody is told about their links', async () => {
  const links = '[gone](/nowhere) [bad](/index#nope)'
  await using folder = await makeFolder({
    'docs.json': { navigation: { pages: ['index', 'named'] } },
    'index.mdx': page('Home'),
    'named.md': page('Named', links),
    'tools/notes.md': page('Notes', links),
    'unlisted.mdx': page('Unlisted', links),
  })
  const { report, files } = await build(folder.root)
  expect(new Set(report.findings.map(({ file }) => file))).toEqual(new Set(['named.md', 'unlisted.mdx']))
  expect(files.has('tools/notes.html')).toBe(true)
})

test('at the address of a page that ends its process stands one that says so; no program is led there', async () => {
  await using folder = await makeFolder({
    'docs.json': { name: 'Site', navigation: { pages: ['index', 'deep'] } },
    'index.mdx': page('Start', '[There](/deep)'),
    // The renderer takes it for code, which it does not look into; the parser does not.
    'deep.mdx': page('Deep', `Not code: \`\n- {${'['.repeat(20_000)}x${']'.repeat(20_000)}} \``),
  })
  const { report, files } = await build(folder.root)
  expect(report.counts).toMatchObject({ rendered: 1, leftOut: 1, failed: 0, errors: 1 })
  expect(report.findings).toMatchObject([{ code: 'page_left_out', file: 'deep.mdx' }])
  expect(files.get('index.html')).toContain('href="deep.html"')
  expect(files.get('deep.html')).toContain('This page could not be shown.')
  expect(files.get('deep.html')).toContain('<meta name="robots" content="noindex"/>')
  expect(files.has('deep.md')).toBe(false)
  for (const name of ['llms.txt', 'llms-full.txt']) expect(files.get(name)).not.toMatch(/\[Deep\]|Not code/)
})
