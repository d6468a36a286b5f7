import { afterAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { buildSite } from '../pipeline/build-site.ts'
import { createRenderPool } from '../pipeline/pool/create-render-pool.ts'

const pool = createRenderPool({ processes: 1 })
afterAll(() => pool[Symbol.asyncDispose]())

async function build(files: Record<string, unknown>): Promise<Map<string, string>> {
  const navigation = { pages: Object.keys(files).map((file) => file.replace('.mdx', '')) }
  await using folder = await makeFolder({ 'docs.json': { name: 'Site', navigation }, ...files })
  const written = new Map<string, string>()
  await buildSite({
    root: folder.root,
    pool,
    write: async ({ path, bytes }) => void written.set(path, Buffer.from(bytes).toString()),
  })
  return written
}

const diagram = '```mermaid\nflowchart LR\n  a --> b\n```'

test('the library is written once, and only pages with a diagram name it', async () => {
  const files = await build({
    'index.mdx': page('Start'),
    'deep/one.mdx': page('One', diagram),
    'two.mdx': page('Two', `${diagram}\n\n${diagram}`),
  })
  const [library, ...others] = [...files.keys()].filter((path) => /mermaid/.test(path))
  expect(library).toMatch(/^_bindery\/mermaid-[0-9a-f]{12}\.js$/)
  expect(others).toEqual([])
  expect(files.get('index.html')).not.toMatch(/mermaid|diagrams-/)
  expect(files.get('two.html')?.split(`data-bindery-library="${library}"`).length).toBe(2)
  expect(files.get('deep/one.html')).toContain(`data-bindery-library="../${library}"`)
})

test('a site whose diagrams all stay text carries no library', async () => {
  const files = await build({ 'index.mdx': page('Start', '```mermaid\nmindmap\n  root\n```') })
  expect([...files.keys()].filter((path) => /mermaid|diagrams-/.test(path))).toEqual([])
})
