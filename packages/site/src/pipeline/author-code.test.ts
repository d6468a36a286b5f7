import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { buildSite } from './build-site.ts'
import { createRenderPool } from './pool/create-render-pool.ts'

const pool = createRenderPool({ processes: 1 })
afterAll(() => pool[Symbol.asyncDispose]())

const counter = (word: string) =>
  `export const Counter = () => { const [n, set] = useState(0); return <a href="/two" onClick={() => set(n + 1)}>${word} {n}</a> }`

const site = (more: Record<string, string> = {}) => ({
  'docs.json': { name: 'Site', navigation: { pages: ['index', 'deep/one', 'two'] } },
  'index.mdx': page('Start', 'import { Counter } from "/snippets/counter.jsx"\n\n<Counter />'),
  'deep/one.mdx': page('One', `${counter('own')}\n\n<Counter />`),
  'two.mdx': page('Two', 'Nothing.'),
  'snippets/counter.jsx': counter('shared'),
  'stats.js': 'document.body.dataset.ran = fetch("https://stats.example.com")',
  'tool.js': 'module.exports = 1',
  ...more,
})

async function build(files: Record<string, string | object>, authorCode?: 'browser' | 'off') {
  await using folder = await makeFolder(files)
  const written = new Map<string, string>()
  const write = async ({ path, bytes }: { path: string; bytes: Uint8Array }) => {
    written.set(path, Buffer.from(bytes).toString())
  }
  const report = await buildSite({ root: folder.root, pool, authorCode, write })
  return { report, written }
}

const inline = (html = '') => [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
const policyOf = (html = '') => /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? ''

test('without the setting a site holds no script of its author, and the report counts the pages that would gain', async () => {
  for (const mode of [undefined, 'off'] as const) {
    const { report, written } = await build(site(), mode)
    expect([...written.keys()].filter((path) => /components|\/code\//.test(path))).toEqual([])
    for (const [path, text] of written) {
      if (/^(?!_bindery\/report).*\.(?:html|js)$/.test(path))
        expect(text, path).not.toMatch(/useState|stats\.example\.com|bindery-island/)
    }
    expect(report.counts.pagesWith.browser_code).toBe(2)
    expect(report.authorCode).toBeUndefined()
    expect(report.leftOut.map(({ file }) => file)).toEqual(['stats.js', 'tool.js'])
  }
})

test("with it each page brings its own components along, allowed by their digest, and every page the author's scripts", async () => {
  const { report, written } = await build(site(), 'browser')
  const start = written.get('index.html')
  const [, code = ''] = inline(start)
  expect(code).toContain('shared')
  expect(code).toContain('$.addresses({"/two":"two.html"})')
  expect(inline(written.get('deep/one.html'))[1]).toContain('"/two":"../two.html"')
  expect(policyOf(start)).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  expect(policyOf(start)).not.toContain("unsafe-inline' 'sha")
  expect(policyOf(start)).toContain("connect-src 'self';")
  expect(inline(written.get('two.html'))).toHaveLength(1)
  const runtime = [...written.keys()].find((path) => path.startsWith('_bindery/components-'))
  expect(start).toContain(`src="${runtime}"`)
  expect(written.get('two.html')).not.toContain('components-')
  for (const file of ['index.html', 'two.html'])
    expect(written.get(file)).toMatch(/src="_bindery\/code\/stats-\w+\.js" defer=""><\/script><\/body>/)
  const bytes = {
    index: Buffer.byteLength(code),
    one: Buffer.byteLength(inline(written.get('deep/one.html'))[1] ?? ''),
  }
  expect(report.authorCode).toEqual({
    pages: [
      { page: '/', bytes: bytes.index },
      { page: '/deep/one', bytes: bytes.one },
    ],
    scripts: [{ file: 'stats.js', bytes: 62 }],
  })
  expect(written.get('_bindery/report.html')).toContain(`<li>/deep/one: ${bytes.one}</li>`)
  expect(report.counts.findings).toMatchObject({ blocked_host: 1 })
  expect(report.counts.pagesWith.fallback).toBeUndefined()
  expect(report.leftOut.map(({ file }) => file)).toEqual(['tool.js'])
})

test('a changed component changes only the pages that use it', async () => {
  const before = await build(site(), 'browser')
  const after = await build(site({ 'snippets/counter.jsx': counter('changed') }), 'browser')
  const changed = [...after.written].filter(([path, text]) => before.written.get(path) !== text).map(([path]) => path)
  expect(changed.filter((path) => !path.startsWith('_bindery/'))).toEqual(['index.html'])
  expect([...after.written.keys()].sort()).toEqual([...before.written.keys()].sort())
})
