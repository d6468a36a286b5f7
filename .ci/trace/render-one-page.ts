/** `node --import record-calls.ts render-one-page.ts TREE SITE`: one page from its source to HTML, by the built site package. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const tree = process.argv[2] ?? '.'
const dist = join(tree, 'packages/site/dist')
const root = process.argv[3] ?? '.'

// Found by what they export, since they stand elsewhere in an earlier tree.
type Call = (...args: unknown[]) => unknown
async function load(name: string): Promise<Call> {
  const declared = new RegExp(`export (?:async )?function ${name}\\(`)
  const file = globSync('**/*.js', { cwd: dist }).find((path) => declared.test(readFileSync(join(dist, path), 'utf8')))
  if (!file) throw new Error(`No module of ${dist} exports ${name}.`)
  return (await import(pathToFileURL(join(dist, file)).href))[name]
}

const [planSite, indexSite, createTools, renderPage] = await Promise.all(
  ['planSite', 'indexSite', 'createTools', 'renderPage'].map(load),
)
const plan = await planSite?.(root)
const index = indexSite?.(plan) as { pages: Map<string, unknown> }
const tools = await createTools?.()
const page = [...index.pages].find(([route]) => route.endsWith('/guide'))?.[1]
// A first page warms up what is made once for all pages.
renderPage?.([...index.pages.values()][0], index, root, tools)
process.emit('SIGUSR2')
Reflect.get(globalThis, 'binderyCalled')('begin')
renderPage?.(page, index, root, tools)
